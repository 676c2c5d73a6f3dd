import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE_URL = os.environ.get("BASE_URL", "https://api.tree.example")
SHARE_CODE = os.environ.get("SHARE_CODE", "snWHu9aZ")


def ask(request):
    """Refusals come with a status of 4xx or 5xx, and in the same envelope."""
    try:
        with urlopen(request) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        return json.load(refusal)


gift = {
    "shareCode": SHARE_CODE,
    "senderName": "Bob",
    "message": "Merry Christmas! 🎄",
    "giftAssetId": "snow-globe",
    "showSenderName": True,
}
headers = {"Content-Type": "application/json"}
answer = ask(Request(f"{BASE_URL}/v1/messages", json.dumps(gift).encode(), headers))
if answer["success"]:
    print(f"Your gift is number {answer['data']['giftCount']} on the tree.")
else:
    print(f"{answer['error']['code']}: {answer['error']['message']}")
