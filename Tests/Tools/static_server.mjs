// Serves the files of a directory for a test, by what the documentation of Node.js shows: no coding, no validator, no part.
// usage: static_server.mjs PORT PID_FILE DIRECTORY
import { createReadStream, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const [port, pidFile, directory] = process.argv.slice(2);
const types = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".mp4": "video/mp4",
  ".png": "image/png", ".txt": "text/plain", ".woff2": "font/woff2",
};

/** The bytes of a file; undefined if there is none, also where a directory of its path is a file. */
function length(file) {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://site.test").pathname).replace(/\/$/, "/index.html");
  const file = join(directory, path);
  const size = types[extname(path)] && length(file);
  if (size === undefined) {
    return response.writeHead(404, { "Content-Type": "text/plain" }).end("There is no such file.\n");
  }
  response.writeHead(200, { "Content-Type": types[extname(path)], "Content-Length": size });
  return request.method === "HEAD" ? response.end() : createReadStream(file).pipe(response);
}).listen(port, "127.0.0.1", () => writeFileSync(pidFile, `${process.pid}\n`));
