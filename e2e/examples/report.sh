#!/bin/sh
# Reports a tree that breaks the community guidelines. Add "messageId" to report one gift on it.
set -eu
BASE_URL=${BASE_URL:-https://api.tree.example}
SHARE_CODE=${SHARE_CODE:-snWHu9aZ}

curl --silent --show-error --fail-with-body "$BASE_URL/v1/reports" \
  --header "Content-Type: application/json" \
  --data @- <<JSON
{
  "shareCode": "$SHARE_CODE",
  "reason": "spam",
  "details": "The name of this tree is an advertisement."
}
JSON
