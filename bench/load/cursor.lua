-- Requests pages of trees that begin at any position of a range: PREFIX, a share code, CURSOR, and a cursor below
-- LOWEST to HIGHEST.
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "common.lua")

local prefix, parameter = os.getenv("PREFIX"), os.getenv("CURSOR")
local lowest, highest = tonumber(os.getenv("LOWEST")), tonumber(os.getenv("HIGHEST"))
local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

-- URL-safe Base64 without padding, like the API's cursors.
local function base64(text)
  local out = {}
  for i = 1, #text, 3 do
    local a, b, c = text:byte(i, i + 2)
    local bits = a * 65536 + (b or 0) * 256 + (c or 0)
    for place = 0, c and 3 or b and 2 or 1 do
      local at = math.floor(bits / 64 ^ (3 - place)) % 64 + 1
      out[#out + 1] = alphabet:sub(at, at)
    end
  end
  return table.concat(out)
end

function request()
  local cursor = base64(string.format("below:%d", math.random(lowest, highest)))
  return wrk.format("GET", prefix .. nextCode() .. parameter .. cursor)
end
