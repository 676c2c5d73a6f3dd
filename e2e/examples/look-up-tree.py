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


answer = ask(f"{BASE_URL}/v1/trees/{SHARE_CODE}")
if answer["success"]:
    tree = answer["data"]
    print(f"{tree['name']}: {tree['giftCount']} gifts, opens on {tree['openingDay']}.")
else:
    print(f"{answer['error']['code']}: {answer['error']['message']}")
