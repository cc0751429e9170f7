import * as giftCalls from '#gift/calls.ts'
import { createGiftHandlers } from '#gift/server/gift-handlers.ts'
import type { World } from '#platform/world.ts'
import { bind } from './bound-calls.ts'
import type { BoundCall } from './bound-calls.ts'

/** The calls of givers and of those who were given something. */
export const bindGifts = (world: World): readonly BoundCall[] => {
  const gift = createGiftHandlers(world)
  return [
    bind(giftCalls.viewGift, gift.viewGift),
    bind(giftCalls.changeGift, gift.changeGift),
    bind(giftCalls.resendGift, gift.resendGift),
    bind(giftCalls.viewLinkedGift, gift.viewLinkedGift),
    bind(giftCalls.claimGift, gift.claimGift),
    bind(giftCalls.listReceivedGifts, gift.listReceivedGifts),
  ]
}
