// Visits pages by headless Chromium, and saves what it did as a HAR log, as its developer tools do:
//
//   chromium_har.mjs CHROMIUM FILE STEP...
//
// A step is one of these:
//   URL        goes to a page, as by the address bar
//   link URL   follows a link to a page
//   press      presses the first button of the page
//   reload     loads the page again
//   back       goes back to the page before
//   visitor    goes on as another visitor, whose cache is empty
// It ends once the page is loaded, nothing that it asked for is under way, and its promise `ready` is kept, if it has one. Each
// is a line of JSON on stdout: its words, the title of the page then, and what was asked for: a status, or the cache that
// answered, and the URL.
// Speaks the DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const [chromium, file, ...steps] = process.argv.slice(2);
// Beside the log: what removes the log removes what the browser leaves, too.
const profile = `${file}.profile`;
const browser = spawn(chromium, [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
  "--disable-component-update", "--disable-background-networking", `--user-data-dir=${profile}`, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
let step;
let code = 1;
browser.once("exit", () => process.exit(code));
const deadline = setTimeout(() => {
  console.error(`after a minute this was not at its end: ${step ?? "the start of the browser"}`);
  browser.kill("SIGKILL");
}, 60000);

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
// The loaders of pages that were left: the browser may never say what became of what they asked for last, such as an icon.
const left = new Set();
let visit = 0;
const fields = (headers) => Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
listeners.add((method, p) => {
  if (method === "Network.requestWillBeSent") {
    const before = p.redirectResponse && entries.get(p.requestId);
    if (before) entries.set(`${p.requestId} ${entries.size}`, { ...before, response: p.redirectResponse, wire: undefined, end: p.timestamp });
    entries.set(p.requestId, { visit, loader: p.loaderId, request: p.request, wall: p.wallTime, start: p.timestamp });
  }
  if (method === "Page.frameNavigated" && !p.frame.parentId) {
    for (const { loader } of entries.values()) left.add(loader);
    left.delete(p.frame.loaderId);
  }
  const entry = entries.get(p?.requestId);
  if (!entry) return;
  if (method === "Network.responseReceived") entry.response = p.response;
  if (method === "Network.responseReceivedExtraInfo") entry.wire = p.headers;
  if (method === "Network.dataReceived") entry.size = (entry.size ?? 0) + p.dataLength;
  if (method === "Network.requestServedFromCache") entry.memory = true;
  if (method === "Network.loadingFinished" || method === "Network.loadingFailed") entry.end = p.timestamp;
  if (method === "Network.loadingFinished") entry.isWhole = true;
});
const cacheOf = ({ memory, response }) => (memory ? "memory" : response?.fromDiskCache ? "disk" : undefined);

function har() {
  const log = { version: "1.2", creator: { name: "WebInspector", version: "537.36" }, pages: [], entries: [] };
  for (const entry of [...entries.values()].sort((a, b) => a.start - b.start)) {
    const { request, response, wire, wall, start, end, content } = entry;
    const cache = cacheOf(entry);
    log.entries.push({
      ...(cache && { _fromCache: cache }), _resourceType: "other",
      startedDateTime: new Date(wall * 1000).toISOString(), time: ((end ?? start) - start) * 1000,
      request: { method: request.method, url: request.url, httpVersion: response?.protocol ?? "", headers: fields(request.headers),
        queryString: [], cookies: [], headersSize: -1, bodySize: 0 },
      response: { status: response?.status ?? 0, statusText: response?.statusText ?? "", httpVersion: response?.protocol ?? "",
        headers: fields(cache ? response?.headers : wire ?? response?.headers), cookies: [],
        content: { size: entry.size ?? 0, mimeType: response?.mimeType ?? "x-unknown", ...content }, redirectURL: "", headersSize: -1,
        bodySize: cache ? 0 : -1, ...(!response && { _error: "net::ERR_FAILED" }) },
      cache: {}, timings: { send: 0, wait: 0, receive: 0 },
    });
  }
  return { log };
}

// Waits until a page is loaded, or there again as it was left, and nothing that it asked for is under way.
function loaded() {
  return new Promise((resolve) => {
    let isLoaded = false;
    const listener = (method, p) => {
      if (method === "Page.loadEventFired") isLoaded = true;
      if (method === "Page.frameNavigated" && p.type === "BackForwardCacheRestore") isLoaded = true;
      if (!isLoaded || [...entries.values()].some(({ end, loader }) => !end && !left.has(loader))) return;
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
  });
}

let session;
async function attach(targetId) {
  session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  await send("Network.enable", {}, session);
  await send("Page.enable", {}, session);
  await send("Network.setBlockedURLs", { urls: ["*blocked*"] }, session);
}

async function evaluate(expression) {
  const { result } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }, session);
  return result?.value;
}

async function take([word, url]) {
  if (word === "press") return evaluate("document.querySelector('button').click()");
  if (word === "visitor") {
    const { browserContextId } = await send("Target.createBrowserContext");
    return attach((await send("Target.createTarget", { url: "about:blank", browserContextId })).targetId);
  }
  const done = loaded();
  if (word === "link") {
    await evaluate(`Object.assign(document.createElement("a"), { href: ${JSON.stringify(url)} }).click()`);
  } else if (word === "reload") {
    await send("Page.reload", {}, session);
  } else if (word === "back") {
    const history = await send("Page.getNavigationHistory", {}, session);
    await send("Page.navigateToHistoryEntry", { entryId: history.entries[history.currentIndex - 1].id }, session);
  } else {
    await send("Page.navigate", { url: word }, session);
  }
  await done;
}

// What the page asked for in this visit, each with what answered; notes the contents for the log.
async function asked() {
  const lines = [];
  for (const [requestId, entry] of entries) {
    if (entry.visit !== visit || left.has(entry.loader)) continue;
    lines.push(`${cacheOf(entry) ?? entry.response?.status ?? "failed"} ${entry.request.url}`);
    if (!entry.isWhole) continue;
    const { body, base64Encoded } = await send("Network.getResponseBody", { requestId }, session);
    if (body) entry.content = { text: body, ...(base64Encoded && { encoding: "base64" }) };
  }
  return lines;
}

const { targetInfos } = await send("Target.getTargets");
await attach(targetInfos.find((target) => target.type === "page").targetId);
for (step of steps) {
  visit += 1;
  await take(step.split(" "));
  const title = await evaluate("Promise.resolve(window.ready).then(() => document.title)");
  console.log(JSON.stringify({ step, title, asked: await asked() }));
}
writeFileSync(file, JSON.stringify(har()));
code = 0;
clearTimeout(deadline);
send("Browser.close");
setTimeout(() => browser.kill("SIGKILL"), 5000);
