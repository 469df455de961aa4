import * as z from 'zod'
import { mostSaved } from '../limits.ts'
import { openFile } from '../open-file.ts'
import { operations, operationOf } from '../operations.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const handler = wopiEndpoint(
  {
    method: 'POST',
    path: '/wopi/files/{id}',
    summary: 'Lock, unlock, rename, copy or delete a file',
    description: `\`X-WOPI-Override\` says what to do: ${Object.keys(operations).join(', ')}.`,
    profile: 'wopi',
    maxBodyBytes: mostSaved,
    response: z
      .object({
        Name: z.string().meta({ description: 'The name that the file has now.' }),
        Url: z.string().optional().meta({ description: 'Where the new file is, with a token for it.' }),
      })
      .optional(),
    problems: {
      400: 'A header of the operation is missing or malformed.',
      409: 'The file is locked by another (`X-WOPI-Lock`), or the name is taken.',
      413: `The document is larger than ${mostSaved} bytes, the most that comes through the gateway.`,
      501: 'There is no such operation, or not for this person.',
    },
  },
  async ({ claims, ...request }) => operationOf(request)(await openFile(claims), request),
)
