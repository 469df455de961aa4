import * as z from '../../platform/schema/schema.ts'
import { maxGatewayBodyBytes } from '../limits.ts'
import { openFile } from '../open-file.ts'
import { operations, operationOf } from '../operations.ts'
import { filePath } from '../token.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const operateFile = wopiEndpoint(
  {
    method: 'POST',
    path: filePath,
    summary: 'Lock, unlock, rename, copy or delete a file',
    description: `\`X-WOPI-Override\` selects the operation: ${Object.keys(operations).join(', ')}.`,
    profile: 'wopi',
    headers: {
      'X-WOPI-Override': 'The operation.',
      'X-WOPI-Lock': 'The id of the lock: any 1 to 1 024 ASCII characters.',
      'X-WOPI-OldLock': 'The lock that LOCK replaces.',
      'X-WOPI-SuggestedTarget': 'A suggested name in UTF-7, for PUT_RELATIVE.',
      'X-WOPI-RelativeTarget': 'The exact name in UTF-7, for PUT_RELATIVE.',
      'X-WOPI-OverwriteRelativeTarget': 'Whether to overwrite a file with that name.',
      'X-WOPI-RequestedName': 'The new name in UTF-7, without extension, for RENAME_FILE.',
    },
    maxBodyBytes: maxGatewayBodyBytes,
    response: z
      .object({
        Name: z.string().meta({ description: 'The new name of the file.' }),
        Url: z.string().optional().meta({ description: 'URL of the new file, with a token for it.' }),
        HostEditUrl: z.string().optional().meta({ description: 'As in CheckFileInfo, of the new file.' }),
        HostViewUrl: z.string().optional().meta({ description: 'The same, for viewing.' }),
      })
      .optional(),
    problems: {
      400: 'A header of the operation is missing or malformed.',
      409: 'The file has another lock (`X-WOPI-Lock`), or the name is taken.',
      413: `The document is larger than ${maxGatewayBodyBytes} bytes, the limit of the gateway.`,
      501: 'The operation does not exist, or is not open to this person.',
    },
  },
  async ({ claims, ...request }) => operationOf(request)(await openFile(claims), request),
)
