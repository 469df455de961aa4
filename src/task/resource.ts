import { environment } from '../platform/runtime/environment.ts'

/** A task as what something is about. */
export const resourceOf = ({ id, title }: { id: string; title: string }) => ({
  type: 'task',
  id,
  title,
  url: `${environment.publicUrl}/api/v1/task/tasks/${id}`,
})
