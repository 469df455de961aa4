import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { jobs, jobType } from './job.ts'

export const jobHistory: ResourceHistory = {
  changes: [
    historyOf(jobs, {
      type: jobType,
      fields: { kind: 'value', status: 'value', user_id: ({ input }) => input['user_id'] ?? null },
      audience: () => 'admin',
    }),
  ],
}
