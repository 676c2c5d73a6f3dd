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


report = {
    "shareCode": SHARE_CODE,
    "reason": "spam",
    "details": "The name of this tree is an advertisement.",
}
headers = {"Content-Type": "application/json"}
answer = ask(Request(f"{BASE_URL}/v1/reports", json.dumps(report).encode(), headers))
if answer["success"]:
    print(f"Report {answer['data']['id']}: {answer['data']['status']}.")
else:
    print(f"{answer['error']['code']}: {answer['error']['message']}")
