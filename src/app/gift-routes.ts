import * as giftEndpoints from '#gift/endpoints.ts'
import { createGiftHandlers } from '#gift/server/gift-handlers.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { route } from '../platform/route.ts'
import type { Route } from '../platform/route.ts'

/** The calls of givers and of those who were given something. */
export const giftRoutes = (deps: AppDeps): readonly Route[] => {
  const gift = createGiftHandlers(deps)
  return [
    route(giftEndpoints.viewGift, gift.viewGift),
    route(giftEndpoints.changeGift, gift.changeGift),
    route(giftEndpoints.resendGift, gift.resendGift),
    route(giftEndpoints.viewLinkedGift, gift.viewLinkedGift),
    route(giftEndpoints.claimGift, gift.claimGift),
    route(giftEndpoints.listReceivedGifts, gift.listReceivedGifts),
  ]
}
