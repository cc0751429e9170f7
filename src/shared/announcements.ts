/**
 * What rooms tell the house inside a transaction; `app/listeners.ts` turns each into jobs in the same transaction.
 * Ids only: whoever listens gathers the facts through the rooms' doors.
 */
export type Announcement =
  | { readonly kind: 'order-placed'; readonly orderId: string; readonly accountId: string }
  | { readonly kind: 'order-shipped'; readonly orderId: string; readonly accountId: string }
  | { readonly kind: 'renewal-charged'; readonly orderId: string; readonly accountId: string }
  | {
      readonly kind: 'renewal-declined'
      readonly subscriptionId: string
      readonly accountId: string
      readonly cycle: number
    }
  | {
      readonly kind: 'password-asked'
      readonly accountId: string
      readonly reason: 'new-account' | 'recover'
    }

export type AnnouncementKind = Announcement['kind']
