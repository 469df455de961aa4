import { equals } from '../src/platform/table/condition.ts'
import { ignoreConflict } from '../src/platform/table/conflict.ts'
import { entityTypeOf } from '../src/platform/table/former-layout.ts'
import type { Item, Key } from '../src/platform/table/operation.ts'
import { writeItem } from '../src/platform/table/table.ts'
import { tickets } from '../src/support/ticket/ticket.ts'

/** The copy that an older version kept of a ticket that was not closed. */
const formerCopy = ({ pk }: Key): Key => ({ pk, sk: 'unclosed' })

/** Moves tickets of an older version into the key range of their status. */
export const placeTickets = async (items: Item[]): Promise<void> => {
  for (const item of items) {
    if (entityTypeOf(item) !== tickets.name) continue
    const { pk, sk, gsi1pk, gsi2pk } = tickets.itemOf(tickets.read(item))
    if (gsi1pk === item['gsi1pk']) continue
    await ignoreConflict(() =>
      writeItem({
        key: { pk, sk },
        change: {
          set: [
            ['gsi1pk', gsi1pk],
            ['gsi2pk', gsi2pk],
          ],
        },
        // any other change places the ticket itself
        require: [equals('version', item['version'])],
      }),
    )
    await writeItem({ remove: formerCopy(item), entityType: undefined })
  }
}
