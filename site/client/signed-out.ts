// Runs on the page after signing out and notifies the owner's pages in other tabs (private-page.ts).
const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
channel?.postMessage(null);
channel?.close();
