-- Shared by all scripts: which tree is requested, in which encoding, and the summary line at the end. wrk runs one
-- thread, so there is only one copy of this state.
local codes, stride = 90000000, 7654321

function codeOf(number)
  return string.format("%d", codes / 9 + (number * stride) % codes)
end

local first, last = tonumber(os.getenv("FIRST") or 1), tonumber(os.getenv("LAST") or 1)
local order = os.getenv("ORDER") or "random"
local nextNumber = tonumber(os.getenv("START") or first)
wrk.headers["accept-encoding"] = os.getenv("ACCEPT_ENCODING")
math.randomseed(tonumber(os.getenv("SEED") or os.time()))

-- random: all trees equally often. popular: Zipf with exponent 1, the first tree most often. inTurn: one after another,
-- from START on, so that no page is requested again before all others were.
local orders = {
  random = function() return math.random(first, last) end,
  popular = function() return first - 1 + math.floor((last - first + 1) ^ math.random()) end,
  inTurn = function()
    nextNumber = nextNumber < last and nextNumber + 1 or first
    return nextNumber
  end,
}

function nextCode()
  return codeOf(orders[order]())
end

local post = wrk.format
local posted = 0
local run = os.getenv("RUN") or "run"
local greeting = "Merry Christmas! May the new year bring you many quiet evenings, good friends and warm feet. 🎄"

-- A gift as a browser sends it: each with its own idempotency key, and from one of many addresses.
function postGift(code)
  posted = posted + 1
  local headers = {
    ["content-type"] = "application/json",
    ["idempotency-key"] = run .. "-" .. posted,
    ["x-forwarded-for"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(1, 254)),
  }
  local body = string.format(
    '{"shareCode":"%s","senderName":"Grandmother","message":"%s","giftAssetId":"snow-globe","showSenderName":true}',
    code, greeting)
  return post("POST", "/v1/messages", headers, body)
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    'figures {"requests":%d,"refused":%d,"unanswered":%d,"microseconds":%d,"p50":%d,"p99":%d}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration, latency:percentile(50), latency:percentile(99)))
end
