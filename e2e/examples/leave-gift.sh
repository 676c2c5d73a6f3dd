#!/bin/sh
# Hangs a gift with a message. The key makes it safe to send the same request again.
set -eu
BASE_URL=${BASE_URL:-https://api.tree.example}
SHARE_CODE=${SHARE_CODE:-snWHu9aZ}

curl --silent --show-error --fail-with-body "$BASE_URL/v1/messages" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: $(date +%s)-$$" \
  --data @- <<JSON
{
  "shareCode": "$SHARE_CODE",
  "senderName": "Bob",
  "message": "Merry Christmas! 🎄",
  "giftAssetId": "snow-globe",
  "showSenderName": true
}
JSON
