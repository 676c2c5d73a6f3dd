// The page after signing out: an owner's pages in other tabs hear that nobody is signed in any more (private-page.ts).
const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
channel?.postMessage(null);
channel?.close();
