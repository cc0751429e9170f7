import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `npm run contract` can check, with the tests that do. */
export const contracts = {
  processor: [
    'test/payment/processor-contract',
    'test/payment/card-contract',
    'test/payment/refund-contract',
  ],
  carrier: ['test/shipment/carrier-contract'],
  tax: ['test/contracts/tax'],
  'address-completion': ['test/contracts/address-completion'],
  flags: ['test/contracts/flags'],
  destination: ['test/contracts/destination'],
  mail: ['test/contracts/mail'],
  storage: ['test/contracts/storage'],
} as const

export type ContractName = keyof typeof contracts

/** Opens what a contract is run against. */
export interface Adapter<Open> {
  readonly name: string
  readonly open: Open
}

/** What a file exports as `open`; its types were checked when it was written. */
export const adapterIn = async <Open>(file: string): Promise<Adapter<Open>> => {
  const { open }: { readonly open?: Open } = await import(pathToFileURL(resolve(file)).href)
  if (typeof open !== 'function') throw new TypeError(`${file} exports no function open`)
  return { name: basename(file), open }
}

/** The adapters of a contract: the shop's own, or the one that `npm run contract` names. */
export const adaptersOf = async <Open>(
  contract: ContractName,
  own: readonly Adapter<Open>[],
): Promise<readonly Adapter<Open>[]> => {
  const { CONTRACT: wanted, CONTRACT_ADAPTER: file } = process.env
  return wanted === contract && file ? [await adapterIn<Open>(file)] : own
}
