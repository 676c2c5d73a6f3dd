-- Requests trees or pages of gifts: PREFIX, a share code, SUFFIX. Every POST_EACH-th request adds a gift instead.
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "common.lua")

local prefix, suffix = os.getenv("PREFIX") or "/", os.getenv("SUFFIX") or ""
local postEach = tonumber(os.getenv("POST_EACH") or 0)
local asked = 0

function request()
  asked = asked + 1
  if postEach > 0 and asked % postEach == 0 then return postGift(nextCode()) end
  return wrk.format("GET", prefix .. nextCode() .. suffix)
end
