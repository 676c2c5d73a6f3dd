import json
import os
from urllib.error import HTTPError
from urllib.request import urlopen

BASE_URL = os.environ.get("BASE_URL", "https://api.tree.example")


def ask(address):
    """Refusals come with a status of 4xx or 5xx, and in the same envelope."""
    try:
        with urlopen(address) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        return json.load(refusal)


answer = ask(f"{BASE_URL}/v1/status")
if answer["success"]:
    print(f"The service works: version {answer['data']['version']}.")
else:
    print(f"{answer['error']['code']}: {answer['error']['message']}")
