import { z } from 'zod'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'

const Page = z.object({
  data: z.array(z.object({ id: z.string(), state: z.string(), tracking: z.string(), reference: z.string() })),
  has_more: z.boolean(),
})

/** A label in the records of the sandbox carrier; `reference` is the order's number. */
export type CarrierLabel = z.output<typeof Page>['data'][number]

/** All labels that a carrier has made; `read` gives the page after a label. */
export const readCarrierLabels = async (
  read: (after: string) => Promise<string>,
): Promise<readonly CarrierLabel[]> => {
  const labels: CarrierLabel[] = []
  for (;;) {
    const page = z.parse(Page, JSON.parse(await read(labels.at(-1)?.id ?? '')))
    labels.push(...page.data)
    if (!page.has_more) return labels
  }
}

/** The same from a carrier that listens. */
export const carrierLabels = (url: string): Promise<readonly CarrierLabel[]> =>
  readCarrierLabels(async (after) => {
    const headers = { authorization: `Bearer ${carrierKeys.secretKey}` }
    return (
      await fetch(`${url}/v1/labels?${new URLSearchParams(after === '' ? {} : { after })}`, { headers })
    ).text()
  })
