#!/bin/sh
# Asks whether the service works.
set -eu
BASE_URL=${BASE_URL:-https://api.tree.example}

curl --silent --show-error --fail-with-body "$BASE_URL/v1/status"
