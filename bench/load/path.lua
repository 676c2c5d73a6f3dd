-- Requests one path over and over: wrk's own request, which it prepares once.
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "common.lua")
