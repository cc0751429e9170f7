import type { CatalogueDocument } from '#catalogue/rules/catalogue-document.ts'
import { fieldChanges } from '#catalogue/rules/catalogue-changes.ts'
import {
  changedEntry,
  faultSentences,
  mergedValues,
  newEntry,
  valuesOf,
} from '#catalogue/rules/entry-form.ts'
import type { EntryValues, ReadEntry } from '#catalogue/rules/entry-form.ts'
import { pictureAddressOf } from '#catalogue/rules/catalogue-entry.ts'
import { productName } from '#catalogue/rules/product.ts'
import {
  entryHistory,
  latestVersions,
  previewPublication,
  readDocuments,
} from '#catalogue/server/catalogue-versions.ts'
import type { EntryVersion, Published } from '#catalogue/server/catalogue-versions.ts'
import { offeredStock } from '#catalogue/server/plans.ts'
import { uploadedPictures } from '#content/server/page-pictures.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { uploadedSize } from '#shared/uploaded-picture.ts'
import type * as endpoints from '../catalogue-endpoints.ts'
import { openRequest } from './approval-requests.ts'
import { entryPayload, publishEntryAtDesk } from './entry-approval.ts'
import type { EntryServices } from './entry-approval.ts'

type CatalogueHandlers = HandlersFor<typeof endpoints>

const versionsShown = 50

/** The newest uploaded pictures that a field offers. */
const picturesOffered = 200

const sources: ReadonlyMap<string, string> = new Map([
  ['files', 'the shop’s files'],
  ['found', 'an earlier release'],
  ['price', 'an operator'],
  ['import', 'an import'],
  ['restore', 'an operator'],
])

const namesOfStaff = async ({ database }: AppDeps): Promise<ReadonlyMap<string, string>> =>
  new Map((await listStaff(database)).map(({ id, name }) => [id, name ?? '']))

const wireVersion = (
  { number, publishedAt, kind, staffId }: EntryVersion,
  names: ReadonlyMap<string, string>,
) => ({
  number,
  at: publishedAt.toString(),
  by: staffId === null ? (sources.get(kind) ?? 'an operator') : (names.get(staffId) ?? 'a former colleague'),
})

const wireEntry = (
  { sku, name, plan }: CatalogueDocument,
  changed: ReturnType<typeof wireVersion>,
  stock: Awaited<ReturnType<typeof offeredStock>>,
) => ({
  code: sku,
  name: plan?.name ?? name,
  product: plan && { id: plan.product, name: productName(plan.name) },
  is_sold_alone: plan?.soldAlone ?? true,
  interval_months: plan?.intervalMonths ?? null,
  is_refill: plan?.isSrp ?? false,
  prices: Object.entries(plan?.prices ?? {}).map(([currency, price]) => ({ currency, price })),
  stock: plan && {
    product: plan.stock.product,
    available: new Map(Object.entries(stock)).get(plan.stock.product) ?? 0,
    takes: plan.stock.quantity,
  },
  changed,
})

const createListHandlers = ({
  deps,
  nameable,
}: EntryServices): Pick<CatalogueHandlers, 'listDeskCatalogue' | 'listEntryChoices'> => ({
  listDeskCatalogue: async () => {
    const [documents, latest, stock, names] = await Promise.all([
      readDocuments(deps.database),
      latestVersions(deps.database),
      offeredStock(deps.database, dateIn(deps.clock.now(), brand.timeZone)),
      namesOfStaff(deps),
    ])
    const place = ({ plan }: CatalogueDocument): number => plan?.sort ?? Number.MAX_SAFE_INTEGER
    const entries = latest
      .flatMap((version) => {
        const document = documents.get(version.code)
        return document ? [{ version, document }] : []
      })
      .toSorted((a, b) => place(a.document) - place(b.document))
    return {
      entries: entries.map(({ version, document }) =>
        wireEntry(document, wireVersion(version, names), stock),
      ),
    }
  },
  listEntryChoices: async () => {
    const uploaded = labeled(await uploadedPictures(deps.database, picturesOffered))
    const drawn = [...nameable.pictures].toSorted().map((name) => ({ name, label: name }))
    return {
      pictures: [...uploaded, ...drawn].map((one) => ({ ...one, address: pictureAddressOf(one.name) })),
      surveys: [...nameable.surveys].toSorted(),
    }
  },
})

/** Uploaded pictures by description and size; several of one description and size by their names too. */
const labeled = (uploaded: readonly { readonly name: string; readonly alt: string }[]) => {
  const all = uploaded.map(({ name, alt }) => {
    const { width = 0, height = 0 } = uploadedSize(name) ?? {}
    return { name, label: `${alt}, ${width} × ${height}` }
  })
  const counts = Map.groupBy(all, ({ label }) => label)
  return all.map(({ name, label }) => ({
    name,
    label: (counts.get(label)?.length ?? 0) > 1 ? `${label}, ${name}` : label,
  }))
}

const wireValues = (values: EntryValues) => [...values].map(([field, value]) => ({ field, value }))

const valuesIn = (values: readonly { readonly field: string; readonly value: string }[]): EntryValues =>
  new Map(values.map(({ field, value }) => [field, value.replaceAll('\r\n', '\n').trim()]))

const refusedFor = (faults: ReadonlyMap<string, string>): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: Object.fromEntries(faults) })

const requireDocument = (read: ReadEntry): CatalogueDocument => {
  if (read.kind === 'wrong') throw refusedFor(read.faults)
  return read.document
}

interface Typed {
  readonly code: string
  readonly base: number
  readonly values: EntryValues
}

const versionOf = (history: readonly EntryVersion[], number: number): EntryVersion | undefined =>
  history.find((one) => one.number === number)

/** A document of what was typed: of the entry as it is now, or a new one. */
const readTyped = async (deps: AppDeps, { code, base, values }: Typed): Promise<ReadEntry> => {
  const documents = await readDocuments(deps.database)
  const current = documents.get(code)
  if (current && base === 0)
    return { kind: 'wrong', faults: new Map([['code', 'There is an entry with this code.']]) }
  if (current) return changedEntry(current, values)
  if (base !== 0) throw new ShopError('NOT_FOUND')
  const places = [...documents.values()].map(({ plan }) => plan?.sort ?? 0)
  return newEntry({ sku: code, id: deps.ids.uuid(), sort: Math.max(0, ...places) + 10 }, values)
}

/** The fields on the latest version, and what others changed of it meanwhile. */
const mergeTyped = async (deps: AppDeps, { code, base, values }: Typed) => {
  const history = await entryHistory(deps.database, code, versionsShown)
  const current = (await readDocuments(deps.database)).get(code)
  const [latest] = history
  const read = versionOf(history, base)
  if (base !== 0 && !read) throw new ShopError('NOT_FOUND')
  if (!current || !latest || !read || latest.number === base)
    return { version: latest?.number ?? 0, values, meanwhile: [] }
  return {
    version: latest.number,
    values: mergedValues(valuesOf(read.document), values, valuesOf(current)),
    meanwhile: fieldChanges(read.document, current),
  }
}

const createPreviewHandler = ({
  deps,
  nameable,
}: EntryServices): Pick<CatalogueHandlers, 'previewDeskEntry'> => ({
  previewDeskEntry: async (_context, { code, base, values: sent }) => {
    const { version, values, meanwhile } = await mergeTyped(deps, { code, base, values: valuesIn(sent) })
    const read = await readTyped(deps, { code, base, values })
    const { changes, faults } =
      read.kind === 'wrong'
        ? { changes: [], faults: [] }
        : await previewPublication(deps.database, [read.document], nameable)
    const sentences = read.kind === 'wrong' ? read.faults : faultSentences(faults)
    return {
      version,
      values: wireValues(values),
      meanwhile: [...meanwhile],
      changes: changes.flatMap(({ fields }) => [...fields]),
      faults: [...sentences].map(([field, message]) => ({ field, message })),
    }
  },
})

const publish = (
  { deps, nameable }: EntryServices,
  context: RequestContext,
  publishing: Parameters<typeof publishEntryAtDesk>[2],
): Promise<Published> => inTransaction(deps, (tx) => publishEntryAtDesk(tx, context, publishing, nameable))

const meanwhile = 'Someone changed this entry meanwhile. Preview it again first.'

/** Asking somebody who may publish for it. */
const createAskHandler = ({
  deps,
  nameable,
}: EntryServices): Pick<CatalogueHandlers, 'requestEntryApproval'> => ({
  requestEntryApproval: async (context, { code, base, values, reason, request_id: requestId }) => {
    const [latest] = await entryHistory(deps.database, code, 1)
    if ((latest?.number ?? 0) !== base) throw new ShopError('ACTION_NOT_ALLOWED', { detail: meanwhile })
    const document = requireDocument(await readTyped(deps, { code, base, values: valuesIn(values) }))
    const { changes, faults } = await previewPublication(deps.database, [document], nameable)
    if (faults.length > 0) throw refusedFor(faultSentences(faults))
    if (changes.length === 0) throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'Nothing is different.' })
    return openRequest(deps, context, {
      kind: 'catalogue-entry',
      requestId,
      order: null,
      payload: entryPayload(document, base),
      sum: null,
      shipments: null,
      reason,
    })
  },
})

const createPublishHandlers = (
  services: EntryServices,
): Pick<CatalogueHandlers, 'publishDeskEntry' | 'restoreDeskEntry'> => ({
  publishDeskEntry: async (context, { code, base, values }) => {
    const document = requireDocument(await readTyped(services.deps, { code, base, values: valuesIn(values) }))
    const { version, faults } = await publish(services, context, { document, base, note: '' })
    if (faults.length > 0) throw refusedFor(faultSentences(faults))
    return { version }
  },
  restoreDeskEntry: async (context, { code, number, base }) => {
    const history = await entryHistory(services.deps.database, code, versionsShown)
    const document = versionOf(history, number)?.document
    if (!document) throw new ShopError('NOT_FOUND')
    const note = `version ${number}`
    const { version, faults } = await publish(services, context, { document, base, note })
    const [fault] = faults
    if (fault) throw new ShopError('ACTION_NOT_ALLOWED', { detail: `${fault.field}: ${fault.message}.` })
    return { version }
  },
})

const createViewHandlers = ({
  deps,
}: EntryServices): Pick<CatalogueHandlers, 'viewDeskEntry' | 'viewEntryVersion'> => ({
  viewDeskEntry: async (_context, { code }) => {
    // The versions first: an entry that is published in between is newer than the version that a change names, and refused.
    const history = await entryHistory(deps.database, code, versionsShown)
    const document = (await readDocuments(deps.database)).get(code)
    if (!document) throw new ShopError('NOT_FOUND')
    const names = await namesOfStaff(deps)
    return {
      code,
      name: document.plan?.name ?? document.name,
      has_plan: document.plan !== null,
      page: document.pdpUrl,
      values: wireValues(valuesOf(document)),
      versions: history.map((one) => wireVersion(one, names)),
    }
  },
  viewEntryVersion: async (_context, { code, number }) => {
    const history = await entryHistory(deps.database, code, versionsShown)
    const at = history.findIndex((one) => one.number === number)
    const [version, latest] = [history[at], history[0]]
    const current = (await readDocuments(deps.database)).get(code)
    if (!version || !latest || !current) throw new ShopError('NOT_FOUND')
    return {
      version: wireVersion(version, await namesOfStaff(deps)),
      latest: latest.number,
      changed: [...fieldChanges(history[at + 1]?.document ?? null, version.document)],
      restoring: [...fieldChanges(current, version.document)],
    }
  },
})

/** The catalogue at the desk: lists, changes with their preview, and versions. */
export const createDeskCatalogueHandlers = (services: EntryServices): CatalogueHandlers => ({
  ...createListHandlers(services),
  ...createViewHandlers(services),
  ...createPreviewHandler(services),
  ...createAskHandler(services),
  ...createPublishHandlers(services),
})
