#!/bin/sh
# Looks a tree up by its share code.
set -eu
BASE_URL=${BASE_URL:-https://api.tree.example}
SHARE_CODE=${SHARE_CODE:-snWHu9aZ}

curl --silent --show-error --fail-with-body "$BASE_URL/v1/trees/$SHARE_CODE"
