/** Tags of the areas, in the order of the reference. */
export const tags: Record<string, { name: string; description: string }> = {
  auth: { name: 'Authentication', description: 'Signing in and out, and who the caller is.' },
  users: { name: 'Users', description: 'People with an account.' },
  groups: { name: 'Groups', description: 'Groups of people, which are granted rights together.' },
  scim: {
    name: 'Directory (SCIM)',
    description: 'SCIM 2.0, by which a directory such as Entra ID or Okta provisions people and groups.',
  },
  assistants: { name: 'Assistants', description: 'AI assistants that people create, share and talk to.' },
  models: { name: 'Models', description: 'Language models that assistants can use.' },
  functions: { name: 'Functions', description: 'Operations of this API that assistants may call.' },
  chats: { name: 'Chats', description: 'Conversations between people and assistants.' },
  undo: { name: 'Undo', description: 'Undoing changes.' },
  lms: {
    name: 'Learning',
    description: 'Courses with their categories and lessons, enrollments, the calendar, and notifications.',
  },
  wiki: { name: 'Wiki', description: 'Spaces of pages with their full history.' },
  task: { name: 'Projects and tasks', description: 'Projects, tasks and comments.' },
  support: { name: 'Support', description: 'Support tickets and their messages.' },
  files: { name: 'Files', description: 'Files, uploaded to and downloaded from the object store directly.' },
  wopi: { name: 'WOPI', description: 'For online document editors that open and save files.' },
  jobs: { name: 'Jobs', description: 'Background jobs.' },
  history: { name: 'History', description: 'The activity of resources, and the audit log.' },
  search: { name: 'Search', description: 'One search over everything the caller may see.' },
  trash: { name: 'Trash', description: 'Deleted resources, which can be restored for 30 days.' },
  docs: { name: 'Documentation', description: 'Where this documentation is.' },
  access: { name: 'Access', description: 'The access of people to resources, and the rule that grants it.' },
  home: { name: 'Home', description: 'The home screen, from all areas in one call.' },
  health: { name: 'Health', description: 'Whether the service responds.' },
}

/** Introduction of the reference: the rules for every operation. */
export const guide = `
Everything is JSON over HTTP under \`/api/v1\`. These rules apply to every operation.

## Signing in
\`POST /api/v1/auth/login\` returns an \`access_token\`; send it as \`Authorization: Bearer <access_token>\`. It
ends when its lifetime is over, at sign-out, with a new password, or when the account is deactivated. In the code
samples it is in the variable \`token\`.

Programs use an access token of their own, from \`POST /api/v1/auth/tokens\`, in the same header. It does only what its
scopes cover: anything else is a 403 with the code \`auth.scope\`.

## Names and values
Fields and enum values are in snake_case; ids are UUIDs; times are RFC 3339, returned in UTC with milliseconds;
dates are \`YYYY-MM-DD\`. A missing value is \`null\`; fields are never left out of a response. Responses may grow:
ignore fields and enum values that you do not know. An unknown field or query parameter in a request is a 422 that
names it.

A body is UTF-8 and at most 1 MiB, or 16 KiB where no token is required, unless the operation says otherwise; it has
at most 50 000 values. No field may be named \`__proto__\`, and none named \`constructor\` may hold a \`prototype\`.
Responses of 1 KiB and more are compressed for clients that accept \`br\` or \`gzip\`.

\`url\` of a resource is where people find it: in the client of the company, where it has one for that type, or else on
a page of this service, \`/view/{type}/{id}\`. \`api_url\` is where programs do.

## Errors
Every error has the body \`{"detail": "…"}\`, one sentence that names what is wrong, and a stable, machine-readable
code in the header \`X-Error-Code\`. A resource that does not exist and one that the caller may not see are both a
404. A wrong method is a 405 with \`Allow\`; \`HEAD\` responds as \`GET\` does, without the body. After a 429 or a
503, wait for the seconds in \`Retry-After\`. Every response has an \`X-Request-Id\`.
Only a person whose browser opens an address gets a page that says the same (\`Sec-Fetch-Mode: navigate\`, without
\`Authorization\`): at a 401, at an unknown path, and behind links meant for people. No other client does, whatever its
\`Accept\`.

## Lists
\`{"items": […], "next_cursor": …}\`, with \`limit\` from 1 to 100 (by default 50). Send \`next_cursor\` as
\`cursor\` to get the next page, with the same filters. A page may be short or even empty: only \`null\` marks the
end. Items leave out long fields, such as \`content\` and \`description\`. A search (\`q\`, or its synonym \`search\`)
takes words in any form, or the beginning of one; most of them suffice, and case and accents are ignored.

## Changes
A \`PUT\` merges by field: an absent field stays, \`null\` clears it, objects and arrays are replaced as a whole.
Everything that can be changed has a \`version\` and returns it as \`ETag\`; send it back as \`If-Match\`, and a
change that somebody made in between is a 412 instead of being overwritten. Computed fields are accepted and
ignored. A field that is set at creation may be sent back unchanged, and is a 422 otherwise. A change that changes
nothing leaves \`version\` alone.

## Retries
Every \`POST\` that creates something takes an \`Idempotency-Key\` of 1 to 255 characters. The same key with the
same body gets the same response for 24 hours, with \`Idempotency-Replayed: true\`; with a different body it is a
422.

## Versions
The path says the version. Within \`v1\` responses may grow, and nothing that clients rely on goes away or changes its
meaning without notice: what is to go answers with \`Deprecation\` and \`Sunset\` for at least twelve months, and the
document marks it as deprecated.

## Effects
\`x-effect\` says the most that an operation does: \`read\`; \`write\`; \`sharing\`, if it can give others a right or
show them something; \`destructive\`, if it removes what existed; \`admin\`, if it administers people or reads the
audit. Assistants call none of the last kind, and ask before they share or remove anything. A call whose arguments
name the address of a file’s contents shares that file.
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

const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
  example,
})

export const headers = {
  'X-Request-Id': text(
    'Id of the request, as in the logs of the service.',
    'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  ),
  'X-Error-Code': text('Stable, machine-readable error code.', 'request.invalid'),
  ETag: text(
    'Version of the resource; after a dot, a digest of what changes without it, such as counts and what depends on ' +
      'the caller.',
    '"3"',
  ),
  Location: text(
    'URL of the new resource.',
    'https://example.com/api/v1/users/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
    { format: 'uri' },
  ),
  'Retry-After': text('Seconds to wait before retrying.', '1'),
  'Idempotency-Replayed': text(
    '`true` if this response repeats that of an earlier request with the same key.',
    'true',
  ),
  'WWW-Authenticate': text('Challenge (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
}

export type HeaderName = keyof typeof headers

export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A value unique to this request. Retrying with the same key creates nothing twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that the change is based on, or `*`; a 412 if it has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that the client has; a 304 if it is unchanged.',
    schema: { type: 'string' },
  },
}
