import { onChange } from '../platform/events/dispatcher.ts'
import { assistants } from './assistant/assistant.ts'
import { shareRows } from './assistant/share.ts'

export const changeHandlers = [
  onChange(assistants, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as { id: string }
    await shareRows.sync(before, after, () => assistants.find({ id }))
    return []
  }),
]
