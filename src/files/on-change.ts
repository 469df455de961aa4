import { onChange } from '../platform/events/dispatcher.ts'
import { writeItem } from '../platform/table/table.ts'
import { files } from './file.ts'
import { looseObject, looseObjects } from './object.ts'
import { sweeps } from './queues.ts'
import { indexFile } from './file-index.ts'

/** How long an object that a newer one has replaced is kept for those who are reading it, in seconds. */
const replacedSeconds = 3_600

export const changeHandlers = [
  onChange(files, async ({ before, after }) => {
    await indexFile(before, after)
    if (!before || before.object_id === after?.object_id) return []
    if (!after) return [sweeps.message({ file_id: before.id, object_id: before.object_id })]
    // what was to be uploaded is looked at when its link is over as well
    if (before.status === 'uploading') return []
    await writeItem(looseObjects.toPut(looseObject(before.id, before.object_id, replacedSeconds)))
    return []
  }),

  onChange(looseObjects, ({ before, after }) =>
    before && !after ? [sweeps.message({ file_id: before.file_id, object_id: before.id })] : [],
  ),
]
