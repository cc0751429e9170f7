import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { exportUser } from '../privacy-endpoints.ts'

const redirectsByError: ReadonlyMap<string, string> = new Map([
  ['UNAUTHENTICATED', '/login?return_to=/account/settings/privacy'],
  ['PROOF_REQUIRED', '/account/confirm?return_to=/account/settings/privacy?ready'],
])

/** All data about the member as a file to download. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  try {
    const all = await context.get(shopContext).call(exportUser, {})
    return new Response(JSON.stringify(all, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${brand.key}-data.json"`,
        'cache-control': 'no-store',
      },
    })
  } catch (thrown) {
    const location = isShopError(thrown) ? redirectsByError.get(thrown.code) : undefined
    if (location === undefined) throw thrown
    return new Response(null, { status: 303, headers: { location } })
  }
}
