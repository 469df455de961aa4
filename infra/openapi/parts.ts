/** Tags of the areas, in the order of the reference. */
export const tags: Record<string, { name: string; description: string }> = {
  auth: { name: 'Authentication', description: 'Sign-in, sign-out, and the account of the caller.' },
  users: { name: 'Users', description: 'People with an account.' },
  groups: { name: 'Groups', description: 'Groups of people, to which access is granted together.' },
  scim: {
    name: 'Directory (SCIM)',
    description: 'SCIM 2.0, with which a directory, such as Entra ID or Okta, provisions people and groups.',
  },
  assistants: { name: 'Assistants', description: 'AI assistants that people create, share and ask.' },
  models: { name: 'Models', description: 'Language models that assistants can use.' },
  functions: { name: 'Functions', description: 'Operations of this API that assistants may call.' },
  mcp: {
    name: 'AI clients (MCP)',
    description: 'The Model Context Protocol, by which AI clients act as a person.',
  },
  chats: { name: 'Chats', description: 'Conversations between people and assistants.' },
  undo: { name: 'Undo', description: 'Undoing changes.' },
  lms: {
    name: 'Learning',
    description: 'Courses with their categories and lessons, enrollments, the calendar, and notifications.',
  },
  wiki: { name: 'Wiki', description: 'Spaces of pages with their full history.' },
  task: { name: 'Projects and tasks', description: 'Projects, tasks and comments.' },
  support: { name: 'Support', description: 'Support tickets and their messages.' },
  files: {
    name: 'Files',
    description: 'Files, which clients upload to and download from the object store directly.',
  },
  wopi: { name: 'WOPI', description: 'The WOPI host, for online document editors.' },
  jobs: { name: 'Jobs', description: 'Background jobs.' },
  webhooks: { name: 'Webhooks', description: 'URLs of other programs to which the service sends events.' },
  history: { name: 'History', description: 'The activity of resources, and the audit log.' },
  overview: { name: 'Overview', description: 'Figures of the whole platform for administrators.' },
  search: { name: 'Search', description: 'Search in everything that the caller may read.' },
  trash: { name: 'Trash', description: 'Deleted resources, which can be restored for 30 days.' },
  docs: { name: 'Documentation', description: 'The documentation of this API.' },
  access: { name: 'Access', description: 'The access of people to resources, and the rule that grants it.' },
  home: { name: 'Home', description: 'The home screen, from all areas in one call.' },
  health: { name: 'Health', description: 'The health of the service.' },
}

/** Introduction of the reference: the rules for every operation. */
export const guide = `
The API is JSON over HTTP under \`/api/v1\`. These rules apply to every operation.

## Signing in
\`POST /api/v1/auth/login\` returns an \`access_token\`; send it as \`Authorization: Bearer <access_token>\`. The token
ends when its lifetime is over, at sign-out, with a new password, or when the account is deactivated. The code samples
have the token in the variable \`token\`.

Programs use their own access token, from \`POST /api/v1/auth/tokens\`, in the same header. The token permits only the
operations that its scopes cover; other operations return 403 with the code \`auth.scope\`.

## Names and values
Fields and enum values are in snake_case; ids are UUIDs; times are RFC 3339, returned in UTC with milliseconds;
dates are \`YYYY-MM-DD\`. A missing value is \`null\`; a response always has all its fields. New fields and enum values
may be added to responses: ignore those that you do not know. A request with an unknown field or query parameter
returns a 422 that names the field or parameter.

A request body is UTF-8 and at most 1 MiB, or 16 KiB if no token is required, unless the operation says otherwise, and
has at most 50,000 values. No field may be named \`__proto__\`, and none named \`constructor\` may hold a \`prototype\`.
Responses of 1 KiB and more are compressed for clients that accept \`br\` or \`gzip\`.

\`url\` of a resource is its address for people: in the client application of the company, if it has one for this type,
otherwise on a page of this service, \`/view/{type}/{id}\`. \`api_url\` is its address for programs.

## Errors
Every error has the body \`{"detail": "…"}\`, one sentence that says what is wrong, and a stable, machine-readable
code in the header \`X-Error-Code\`. A resource that does not exist and a resource that the caller may not see both
return 404. A wrong method returns 405 with \`Allow\`; \`HEAD\` responds like \`GET\`, without the body. After a 429 or
a 503, wait for the seconds in \`Retry-After\`. Every response has an \`X-Request-Id\`.
A browser that opens an address for a person (\`Sec-Fetch-Mode: navigate\`, without \`Authorization\`) receives a page
with the same sentence: for a 401, for an unknown path, and for links meant for people. Other clients always receive
JSON, regardless of \`Accept\`.

## Lists
\`{"items": […], "next_cursor": …}\`, with \`limit\` from 1 to 100 (by default 50). Send \`next_cursor\` as
\`cursor\` to get the next page, with the same filters. A page may be short or even empty: only \`null\` marks the
end. Items omit long fields, such as \`content\` and \`description\`. A search (\`q\`, or its synonym \`search\`)
accepts words in any form, or the beginning of a word. Most of the words must match; case and accents are ignored.

## Changes
A \`PUT\` merges by field: an absent field stays unchanged, \`null\` clears a field, and objects and arrays are replaced
as a whole. Every resource that can be changed has a \`version\` and returns it as \`ETag\`. Send it back as
\`If-Match\`: if another person has changed the resource since, the request returns 412 instead of overwriting the
change. Computed fields are accepted and ignored. A field that is set at creation may be sent back unchanged; another
value returns 422. A request that changes nothing keeps the \`version\`.

## Retries
Every \`POST\` that creates a resource accepts an \`Idempotency-Key\` of 1 to 255 characters. For 24 hours, the same key
with the same body returns the same response, with \`Idempotency-Replayed: true\`; with a different body it returns
422.

## Versions
The path contains the version. Within \`v1\`, responses may get new fields. Features that clients rely on are not
removed or changed in meaning without notice: a deprecated operation returns \`Deprecation\` and \`Sunset\` for at least
twelve months, and the document marks it as deprecated.

## Effects
\`x-effect\` is the strongest effect of an operation: \`read\`; \`write\`; \`sharing\`, if it can give other people
access or show them content; \`destructive\`, if it removes existing content; \`admin\`, if it administers people or
reads the audit log. Assistants do not call \`admin\` operations, and ask before they share or remove anything. A call
whose arguments contain the address of a file’s contents shares that file.
`.trim()

/** Component that describes each status, unless the operation has its own description. */
export const responseNames: Record<string, string> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const headerText = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
  example,
})

export const headers = {
  'X-Request-Id': headerText(
    'ID of the request, as in the logs of the service.',
    'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  ),
  'X-Error-Code': headerText('Stable, machine-readable error code.', 'request.invalid'),
  ETag: headerText(
    'Version of the resource; after a dot, a digest of the fields that change without a new version, such as counts ' +
      'and fields that depend on the caller.',
    '"3"',
  ),
  Location: headerText(
    'URL of the new resource.',
    'https://example.com/api/v1/users/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
    { format: 'uri' },
  ),
  'Retry-After': headerText('Seconds to wait before retrying.', '1'),
  'Idempotency-Replayed': headerText(
    '`true` if this response repeats the response of an earlier request with the same key.',
    'true',
  ),
  'WWW-Authenticate': headerText('Challenge (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
}

export type HeaderName = keyof typeof headers

export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A value unique to this request. Retries with the same key create no duplicates.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` on which the change is based, or `*`; returns 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that the client has; returns 304 if the resource is unchanged.',
    schema: { type: 'string' },
  },
}
