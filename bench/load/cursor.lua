-- Asks for pages of one tree that begin below any position of a stretch: PATH_OF_TREE, FIRST, LAST.
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "common.lua")

local path, first, last = os.getenv("PATH_OF_TREE"), tonumber(os.getenv("FIRST")), tonumber(os.getenv("LAST"))
local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

-- Base64 for addresses, without padding, as the API's cursors are.
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
  local cursor = base64(string.format("below:%d", math.random(first, last)))
  return wrk.format("GET", path .. "?cursor=" .. cursor)
end
