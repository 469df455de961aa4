import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, loadAllOrNone, type Resource } from '../../platform/resource.ts'
import { macros, macroType } from './macro.ts'

export const macroResource: Resource = {
  type: macroType.type,
  trash: 'A deleted macro is restored by undoing the deletion.',
  undo: true,
  erasure: 'A macro is kept for the other agents.',
  rights: 'All agents may read all macros.',
  load: loadAllOrNone(
    macros,
    ({ id, name: title, text, updated_at }) => ({ ...linkTo(macroType, { id, title }), text, updated_at }),
    isAgent,
  ),
}
