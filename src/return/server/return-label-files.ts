import type { AppDeps } from '#platform/app-deps.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { ShopError } from '#shared/errors.ts'
import type { ReturnServices } from './return-labels.ts'
import { selectReturn } from './return-store.ts'

const signerOf = ({ secret }: Pick<AppDeps, 'secret'>) => createTokenSigner(secret, 'return label')

/** The key that opens the label of a return; its page and its mail have it. */
export const keyOfLabel = (deps: Pick<AppDeps, 'secret'>, returnId: string): string =>
  signerOf(deps).sign(returnId)

/** Where a browser gets the label. */
export const labelAddress = (deps: Pick<AppDeps, 'secret' | 'publicUrl'>, returnId: string): string =>
  `${deps.publicUrl}/return-label.pdf?key=${keyOfLabel(deps, returnId)}`

/**
 * The label that a key opens, from its carrier. NOT_FOUND for a key that the shop did not sign, and once the label is not used
 * any more; SHOP_BUSY while the carrier does not answer.
 */
export const labelFileOf = async (
  { deps, carrier }: ReturnServices,
  key: string,
): Promise<{ readonly number: string; readonly bytes: Uint8Array }> => {
  const id = signerOf(deps).verify(key)
  const one = id === null ? null : await selectReturn(deps.database, id)
  const { state, carrierLabel = null } = one?.label ?? {}
  if (one?.state !== 'requested' || state !== 'bought' || carrierLabel === null)
    throw new ShopError('NOT_FOUND', { security: id === null ? 'refused link' : undefined })
  const file = await carrier.labelFile(carrierLabel, 'pdf')
  if (file.kind === 'none') {
    deps.log.warn(
      { return: one.number, problem: file.problem },
      'the carrier does not give the label of a return',
    )
    throw new ShopError('SHOP_BUSY', {
      detail: 'The label isn’t available right now. Please try again in a moment.',
    })
  }
  return { number: one.number, bytes: file.bytes }
}
