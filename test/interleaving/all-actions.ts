import { bulkActions } from './bulk-actions.ts'
import { creditActions } from './credit-actions.ts'
import { deskActions } from './desk-actions.ts'
import { bringsOtherCard, memberActions } from './member-actions.ts'
import { checksNotices } from './price-actions.ts'
import { returnActions } from './return-actions.ts'
import { shopActions } from './shop-actions.ts'
import { stopActions } from './stop-actions.ts'

/** Everything that is run against everything else. */
export const allActions = [
  ...memberActions,
  ...shopActions,
  ...deskActions,
  ...returnActions,
  ...creditActions,
  ...bulkActions,
  ...stopActions,
  checksNotices,
  bringsOtherCard,
]
