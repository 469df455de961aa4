import { uploadProblems } from '../files/problems.ts'
import type { Problems } from '../platform/http/spec.ts'
import { maxGatewayBodyBytes } from './limits.ts'

/** How everything refuses that needs to know what the editing server can do. */
export const editingServerProblems = {
  503: { 'wopi.discovery_unavailable': 'The editing server has not provided its discovery document yet.' },
} as const satisfies Problems

/** How the operations of `X-WOPI-Override` refuse. */
export const operationProblems: Problems = {
  400: {
    'wopi.lock_malformed': 'A lock has no or more than 1 024 characters, or not only ASCII.',
    'wopi.name_illegal': 'The name is empty, too long or has a path.',
    'wopi.target_ambiguous': 'PUT_RELATIVE without a target, or with both.',
    'wopi.user_info_too_long': 'PUT_USER_INFO with more than 1 024 characters.',
  },
  404: { 'wopi.permission_missing': 'The access_token does not permit this.' },
  409: {
    'wopi.lock_mismatch': 'The file has another lock (`X-WOPI-Lock`).',
    'wopi.name_taken': 'The name is taken (`X-WOPI-ValidRelativeTarget` is free).',
  },
  413: {
    'request.too_large': `The document is larger than ${maxGatewayBodyBytes} bytes, the limit of the gateway.`,
  },
  501: { 'wopi.unsupported': 'The operation does not exist, or is not open to this person.' },
}

/** How PutFile refuses. */
export const saveProblems: Problems = {
  400: {
    'request.broken_off': 'The body is incomplete.',
    'wopi.length_missing': 'There is no `Content-Length`.',
  },
  404: { 'wopi.permission_missing': 'The access_token does not permit saving the file.' },
  409: {
    'wopi.lock_mismatch': 'The lock does not match.',
    'wopi.changed_by_others': 'Someone else has changed the document (`COOLStatusCode` 1010).',
  },
  413: {
    'request.too_large':
      `The document is larger than ${maxGatewayBodyBytes} bytes, the limit of the gateway, or than the ` +
      'limit of a deployment with a server for large documents.',
  },
  501: { 'wopi.unsupported': '`X-WOPI-Override` is not PUT.' },
}

/** How the link that opens an editor is refused. */
export const editLinkProblems: Problems = {
  ...uploadProblems,
  ...editingServerProblems,
  409: { ...uploadProblems[409], 'wopi.kind_unknown': 'No editor opens files of this type.' },
}

/** How the editor refuses to open. */
export const openEditorProblems: Problems = {
  ...editingServerProblems,
  401: { 'wopi.token_invalid': 'The person who requested the link may no longer open the file.' },
  404: { 'wopi.link_invalid': 'The link is invalid, has already been used or has expired.' },
  409: { 'wopi.kind_unknown': 'No editor opens files of this type.' },
}
