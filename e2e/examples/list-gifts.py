import json
import os
from urllib.error import HTTPError
from urllib.request import urlopen

BASE_URL = os.environ.get("BASE_URL", "https://api.tree.example")
SHARE_CODE = os.environ.get("SHARE_CODE", "snWHu9aZ")


def ask(address):
    """Refusals come with a status of 4xx or 5xx, and in the same envelope."""
    try:
        with urlopen(address) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        return json.load(refusal)


answer = ask(f"{BASE_URL}/v1/messages/{SHARE_CODE}?limit=20")
if answer["success"]:
    for gift in answer["data"]:
        print(f"{gift['giftAssetId']} from {gift.get('senderName', 'somebody')}")
    print(f"{answer['page']['giftCount']} gifts in all. The next page: {answer['page']['next']}")
else:
    print(f"{answer['error']['code']}: {answer['error']['message']}")
