import { data } from 'react-router'
import { isShopError } from '#shared/errors.ts'

/**
 * The URL of such a page is a secret for as long as its link is valid. Not `no-referrer`: browsers would then send the
 * form with `Origin: null`, which is refused as another site.
 */
export const secretAddress = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' } as const

/** For a loader: what a mailed link leads to; null with status 410 when it has expired or is malformed. */
export const viewedLink = async <Link>(view: Promise<Link>) => {
  try {
    return data({ link: await view })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ link: null }, { status: 410 })
  }
}
