import { maxGatewayBodyBytes } from '../limits.ts'
import { openFile } from '../open-file.ts'
import { operationProblems } from '../problems.ts'
import { OperationResult } from '../operation.ts'
import { operations, requestedOperation } from '../operations.ts'
import { filePath } from '../token.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const operateFile = wopiEndpoint(`POST ${filePath}`, {
  summary: 'Lock, unlock, rename, copy or delete a file',
  success: 'The operation is done; creating or renaming a file returns its name.',
  effect: 'destructive',
  description: `\`X-WOPI-Override\` selects the operation: ${Object.keys(operations).join(', ')}.`,
  profile: 'wopi',
  headers: {
    'X-WOPI-Override': 'The operation.',
    'X-WOPI-Lock': 'The ID of the lock: any 1 to 1,024 ASCII characters.',
    'X-WOPI-OldLock': 'The lock that LOCK replaces.',
    'X-WOPI-SuggestedTarget': 'A suggested name in UTF-7, for PUT_RELATIVE.',
    'X-WOPI-RelativeTarget': 'The exact name in UTF-7, for PUT_RELATIVE.',
    'X-WOPI-OverwriteRelativeTarget': 'True to overwrite a file with that name.',
    'X-WOPI-RequestedName': 'The new name in UTF-7, without extension, for RENAME_FILE.',
  },
  maxBodyBytes: maxGatewayBodyBytes,
  response: OperationResult.optional(),
  problems: operationProblems,
  handle: async ({ claims, ...request }) => requestedOperation(request)(await openFile(claims), request),
})
