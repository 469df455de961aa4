import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { macros, macroType } from './macro.ts'

export const macroResource: Resource = {
  type: macroType.type,
  trash: 'A deleted macro is restored by undoing the deletion.',
  undo: true,
  erasure: 'A macro is kept for the other agents.',
  rights: 'All agents may read all macros.',
  load: async (reader, wanted) => {
    if (!isAgent(reader)) return wanted.map(() => undefined)
    return (await macros.findMany(wanted)).map(
      (macro) =>
        macro && {
          ...linkTo(macroType, { id: macro.id, title: macro.name }),
          text: macro.text,
          updated_at: macro.updated_at,
        },
    )
  },
}
