#!/bin/sh
# Lists the newest gifts of a tree.
set -eu
BASE_URL=${BASE_URL:-https://api.tree.example}
SHARE_CODE=${SHARE_CODE:-snWHu9aZ}

curl --silent --show-error --fail-with-body "$BASE_URL/v1/messages/$SHARE_CODE?limit=20"
