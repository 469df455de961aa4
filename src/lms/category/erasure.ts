import { onOwnErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { categorySubscriptions } from './category.ts'

export const categoryErasure: KindErasure = { handlers: [onOwnErasure(categorySubscriptions)] }
