const chromium =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7'

const safari = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const fetched = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }

/** Default headers of programs by client. */
export const programs: Record<string, Record<string, string>> = {
  'Java HttpURLConnection': {
    'User-Agent': 'Java/17.0.9',
    Accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  },
  'Java HttpURLConnection, from version 20': {
    'User-Agent': 'Java/21.0.1',
    Accept: 'text/html, image/gif, image/jpeg, */*; q=0.2',
  },
  'Java HttpClient': {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    'User-Agent': 'Java-http-client/21.0.1',
  },
  okhttp: { 'Accept-Encoding': 'gzip', Connection: 'Keep-Alive', 'User-Agent': 'okhttp/4.12.0' },
  '.NET HttpClient': {},
  curl: { 'User-Agent': 'curl/8.5.0', Accept: '*/*' },
  'python requests': {
    'User-Agent': 'python-requests/2.32.3',
    'Accept-Encoding': 'gzip, deflate',
    Accept: '*/*',
    Connection: 'keep-alive',
  },
  axios: {
    Accept: 'application/json, text/plain, */*',
    'User-Agent': 'axios/1.7.9',
    'Accept-Encoding': 'gzip, compress, deflate, br',
  },
  'fetch of Node.js': {
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
    'accept-encoding': 'gzip, deflate',
  },
  'fetch of a browser': { ...fetched, Accept: '*/*', 'Sec-Fetch-Mode': 'cors' },
  'XMLHttpRequest that asks for HTML': { ...fetched, Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' },
  'a picture of a page': {
    Accept: 'image/avif,image/webp,*/*;q=0.8',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Dest': 'image',
  },
  'Go net/http': { 'User-Agent': 'Go-http-client/1.1', 'Accept-Encoding': 'gzip' },
  'a browser without Fetch Metadata': { Accept: safari },
}

const navigated = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-User': '?1' }

/** Headers of browsers that open a URL, by browser. */
export const browsers: Record<string, Record<string, string>> = {
  Chromium: { ...navigated, Accept: chromium, 'Sec-Fetch-Site': 'none', 'Upgrade-Insecure-Requests': '1' },
  Safari: { ...navigated, accept: safari, 'sec-fetch-site': 'cross-site' },
}
