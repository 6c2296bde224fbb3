// Saves what headless Chromium did as a HAR log, as its developer tools do: chromium_har.mjs CHROMIUM URL FILE.
// Speaks the DevTools protocol over a pipe; the page is loaded twice, the second time with a warm cache.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const [chromium, url, file] = process.argv.slice(2);
// Beside the log: what removes the log removes what the browser leaves, too.
const profile = `${file}.profile`;
const browser = spawn(chromium, [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
  "--disable-component-update", "--disable-background-networking", `--user-data-dir=${profile}`, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const deadline = setTimeout(() => finish(1), 60000);

function finish(code) {
  clearTimeout(deadline);
  browser.once("exit", () => process.exit(code));
  if (code === 0) send("Browser.close");
  setTimeout(() => browser.kill("SIGKILL"), code === 0 ? 5000 : 0);
}

let nextId = 1;
const waiting = new Map();
const listeners = new Set();
let text = "";
browser.stdio[4].setEncoding("utf8").on("data", (piece) => {
  text += piece;
  for (let end; (end = text.indexOf("\0")) >= 0; text = text.slice(end + 1)) {
    const message = JSON.parse(text.slice(0, end));
    if (message.id) waiting.get(message.id)?.(message.result ?? {});
    else for (const listener of listeners) listener(message.method, message.params);
  }
});
function send(method, params = {}, sessionId) {
  const id = nextId++;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((resolve) => waiting.set(id, resolve));
}

const entries = new Map();
const fields = (headers) => Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
listeners.add((method, p) => {
  if (method === "Network.requestWillBeSent") {
    entries.set(p.requestId, { request: p.request, wall: p.wallTime, start: p.timestamp });
  }
  const entry = entries.get(p?.requestId);
  if (!entry) return;
  if (method === "Network.responseReceived") entry.response = p.response;
  if (method === "Network.responseReceivedExtraInfo") entry.wire = p.headers;
  if (method === "Network.requestServedFromCache") entry.memory = true;
  if (method === "Network.loadingFinished" || method === "Network.loadingFailed") entry.end = p.timestamp;
});

function har() {
  const log = { version: "1.2", creator: { name: "WebInspector", version: "537.36" }, pages: [], entries: [] };
  for (const { request, response, wire, wall, start, end, memory } of entries.values()) {
    const cache = memory ? "memory" : response?.fromDiskCache ? "disk" : undefined;
    log.entries.push({
      ...(cache && { _fromCache: cache }), _resourceType: "other",
      startedDateTime: new Date(wall * 1000).toISOString(), time: ((end ?? start) - start) * 1000,
      request: { method: request.method, url: request.url, httpVersion: response?.protocol ?? "", headers: fields(request.headers),
        queryString: [], cookies: [], headersSize: -1, bodySize: 0 },
      response: { status: response?.status ?? 0, statusText: response?.statusText ?? "", httpVersion: response?.protocol ?? "",
        headers: fields(cache ? response?.headers : wire ?? response?.headers), cookies: [],
        content: { size: 0, mimeType: response?.mimeType ?? "x-unknown" }, redirectURL: "", headersSize: -1,
        bodySize: cache ? 0 : -1, ...(!response && { _error: "net::ERR_FAILED" }) },
      cache: {}, timings: { send: 0, wait: 0, receive: 0 },
    });
  }
  return { log };
}

function loaded() {
  return new Promise((resolve) => {
    const listener = (method) => {
      if (method !== "Page.loadEventFired") return;
      listeners.delete(listener);
      // What the page asks for last may still be on its way.
      setTimeout(resolve, 300);
    };
    listeners.add(listener);
  });
}

const { targetInfos } = await send("Target.getTargets");
const page = targetInfos.find((target) => target.type === "page");
const { sessionId } = await send("Target.attachToTarget", { targetId: page.targetId, flatten: true });
await send("Network.enable", {}, sessionId);
await send("Page.enable", {}, sessionId);
await send("Network.setBlockedURLs", { urls: ["*blocked*"] }, sessionId);
for (let round = 0; round < 2; round++) {
  const done = loaded();
  await send("Page.navigate", { url: round ? `${url}?again` : url }, sessionId);
  await done;
}
writeFileSync(file, JSON.stringify(har()));
finish(0);
