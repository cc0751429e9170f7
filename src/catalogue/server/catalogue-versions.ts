import { uploadedParts } from '#content/server/page-pictures.ts'
import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { isUploadedName } from '#shared/uploaded-picture.ts'
import { entryFaults, fieldChanges, picturesIn } from '../rules/catalogue-changes.ts'
import type { DocumentsByCode, EntryFault, FieldChange, Nameable } from '../rules/catalogue-changes.ts'
import { documentOfPlan, documentWithoutFile, planOfDocument } from '../rules/catalogue-document.ts'
import type { CatalogueDocument } from '../rules/catalogue-document.ts'
import {
  insertVersion,
  lockVersions,
  selectCatalogue,
  selectDocuments,
  selectHistory,
  writePlans,
} from './plan-store.ts'
import type { Db, StoredCatalogue, VersionKind } from './plan-store.ts'
import { addProducts } from './stock-store.ts'

export {
  selectDocumentsOf as documentsOfVersion,
  selectHistory as entryHistory,
  selectLatest as latestVersions,
  selectVersions as catalogueVersions,
} from './plan-store.ts'
export type { EntryVersion, VersionKind, VersionRow } from './plan-store.ts'

/** Entries as they are sold now: what versions say of pages, what the plans' own tables say of plans. */
const currentDocuments = ({ plans, documents }: StoredCatalogue): DocumentsByCode => {
  const byCode = new Map(documents.map((document) => [document.sku, document]))
  for (const found of plans) {
    const { code } = found.plan
    const document = byCode.get(code)
    byCode.set(code, document ? { ...document, plan: documentOfPlan(found) } : documentWithoutFile(found))
  }
  return byCode
}

/** The current entries, in the order of their files. */
export const readDocuments = async (db: Db): Promise<DocumentsByCode> =>
  currentDocuments(await selectCatalogue(db))

/** Versions from before rules and products were part of the catalogue have neither: those of the plan apply. */
const withOwn = (
  said: CatalogueDocument | undefined,
  current: CatalogueDocument,
): CatalogueDocument | null => {
  if (!said?.plan || current.plan === null) return said ?? null
  const { rules, about } = current.plan
  return { ...said, plan: { ...said.plan, rules: said.plan.rules ?? rules, about: said.plan.about ?? about } }
}

/** Plans whose tables say something else than their versions, or that have none. */
const foundDocuments = (stored: StoredCatalogue): readonly CatalogueDocument[] => {
  const publishedBefore = new Map(stored.documents.map((document) => [document.sku, document]))
  return [...currentDocuments(stored).values()].filter(
    (document) => fieldChanges(withOwn(publishedBefore.get(document.sku), document), document).length > 0,
  )
}

/** A sentence for each plan that is sold otherwise than its latest version says. */
export const brokenCatalogue = async (db: Db): Promise<readonly string[]> => {
  const stored = await selectCatalogue(db)
  return foundDocuments(stored).map(({ sku }) => `the plan ${sku} is not what its latest version says`)
}

interface Publication {
  readonly kind: VersionKind
  readonly note: string
  /** Of the person at the desk who publishes; none for a command. */
  readonly staffId?: string
}

const sell = async (tx: Tx, documents: readonly CatalogueDocument[]): Promise<void> => {
  const plans = documents.flatMap((document) => planOfDocument(document) ?? [])
  await writePlans(tx, plans)
  await addProducts(
    tx,
    plans.map(({ plan }) => plan.stockProduct),
  )
}

/** Writes the version, the plans that it changes, and has every process take it up, its cached pages too. */
const publish = async (
  tx: Tx,
  { version }: StoredCatalogue,
  { kind, note, staffId }: Publication,
  documents: readonly CatalogueDocument[],
): Promise<number> => {
  const number = version + 1
  await insertVersion(tx, { number, kind, note, documents, staffId: staffId ?? null })
  await sell(tx, documents)
  await tx.invalidate('catalogue')
  return number
}

/** An entry that a publication changes. */
export interface EntryChange {
  readonly document: CatalogueDocument
  readonly isNew: boolean
  readonly fields: readonly FieldChange[]
}

/** Changes as the audit log holds them: each field with its code, before and after. */
export const auditedChanges = (
  changes: readonly EntryChange[],
): { readonly before: Record<string, string | null>; readonly after: Record<string, string | null> } => {
  const all = changes.flatMap(({ document, fields }) =>
    fields.map(({ field, before, after }) => ({ field: `${document.sku} ${field}`, before, after })),
  )
  return {
    before: Object.fromEntries(all.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(all.map(({ field, after }) => [field, after])),
  }
}

/** What publishing these documents would do. */
export interface PublicationPreview {
  readonly changes: readonly EntryChange[]
  readonly faults: readonly EntryFault[]
}

const decide = (
  stored: StoredCatalogue,
  documents: readonly CatalogueDocument[],
  nameable: Nameable | null = null,
): PublicationPreview => {
  const current = currentDocuments(stored)
  const changes = documents.flatMap((document) => {
    const before = current.get(document.sku) ?? null
    const fields = fieldChanges(before, document)
    return fields.length === 0 ? [] : [{ document, isNew: before === null, fields }]
  })
  return { changes, faults: entryFaults(current, documents, nameable) }
}

/** What entries may name, with the uploaded pictures that these documents name. */
const withUploads = async (
  db: Db,
  nameable: Nameable,
  documents: readonly CatalogueDocument[],
): Promise<Nameable> => {
  const named = documents.flatMap(picturesIn).flatMap(({ name }) => name ?? [])
  const uploaded = await uploadedParts(db, [...new Set(named.filter(isUploadedName))])
  return { ...nameable, pictures: nameable.pictures.union(uploaded) }
}

/** What publishing these documents would change, and why it cannot be. */
export const previewPublication = async (
  db: Db,
  documents: readonly CatalogueDocument[],
  nameable: Nameable,
): Promise<PublicationPreview> =>
  decide(await selectCatalogue(db), documents, await withUploads(db, nameable, documents))

/** What a publication did; `version` is null when it changed nothing, because of a fault or because all was current. */
export interface Published extends PublicationPreview {
  readonly version: number | null
}

const publishDifferent = async (
  tx: Tx,
  stored: StoredCatalogue,
  publication: Publication,
  documents: readonly CatalogueDocument[],
  nameable: Nameable | null = null,
): Promise<Published> => {
  const known = nameable && (await withUploads(tx.db, nameable, documents))
  const decided = decide(stored, documents, known)
  if (decided.faults.length > 0 || decided.changes.length === 0) return { ...decided, version: null }
  const changed = decided.changes.map(({ document }) => document)
  return { ...decided, version: await publish(tx, stored, publication, changed) }
}

/**
 * Publishes what is different in these documents as one version; nothing of it when one of them has a fault, and no version when
 * all say what is current. Entries that are not named stay as they are.
 */
export const publishDocuments = async (
  tx: Tx,
  publication: Publication,
  documents: readonly CatalogueDocument[],
  nameable: Nameable,
): Promise<Published> => {
  await lockVersions(tx)
  return publishDifferent(tx, await selectCatalogue(tx.db), publication, documents, nameable)
}

/**
 * Publishes one entry as `publishDocuments` does, when its latest version is still `base`, 0 for a new one. ACTION_NOT_ALLOWED when
 * somebody published it meanwhile.
 */
export const publishEntry = async (
  tx: Tx,
  publication: Publication,
  { document, base }: { readonly document: CatalogueDocument; readonly base: number },
  nameable: Nameable,
): Promise<Published> => {
  await lockVersions(tx)
  const [latest] = await selectHistory(tx.db, document.sku, 1)
  if ((latest?.number ?? 0) !== base)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'Someone changed this entry meanwhile. Nothing was published.',
    })
  return publishDifferent(tx, await selectCatalogue(tx.db), publication, [document], nameable)
}

/**
 * Fills an empty shop with the files, or gives one from before versions its first: what the files say, and then what the shop
 * sells already, which stays. Later it records prices that a release before changed in the plans' tables.
 */
export const adoptFiles = async (tx: Tx, files: readonly CatalogueDocument[]): Promise<void> => {
  await lockVersions(tx)
  const stored = await selectCatalogue(tx.db)
  const found = stored.version === 0 ? null : foundDocuments(stored)
  if (found?.length === 0) return
  if (found !== null) {
    await publish(tx, stored, { kind: 'found', note: 'changed outside of the versions' }, found)
    return
  }
  await insertVersion(tx, { number: 1, kind: 'files', note: '', documents: files, staffId: null })
  const own = new Set(stored.plans.map(({ plan }) => plan.code))
  await sell(
    tx,
    files.filter(({ sku }) => !own.has(sku)),
  )
  const filled = await selectCatalogue(tx.db)
  const unversioned = foundDocuments(filled)
  if (unversioned.length > 0)
    await publish(tx, filled, { kind: 'found', note: 'sold before there were versions' }, unversioned)
  else await tx.invalidate('catalogue')
}

/** Whether the shop sells plans that no version names, or otherwise than the latest says. */
export const needsAdoption = async (db: Db): Promise<boolean> => {
  const stored = await selectCatalogue(db)
  return stored.plans.length > 0 && foundDocuments(stored).length > 0
}

/** Files that say what the catalogue says neither now nor ever did: a release changed them. */
export const changedFiles = async (
  db: Db,
  files: readonly CatalogueDocument[],
): Promise<readonly EntryChange[]> => {
  const publishedBefore = await selectDocuments(db)
  const isNews = (file: CatalogueDocument): boolean =>
    !publishedBefore.some(
      (document) => document.sku === file.sku && fieldChanges(document, file).length === 0,
    )
  return decide(await selectCatalogue(db), files).changes.filter(({ document }) => isNews(document))
}

const withPrice = (document: CatalogueDocument, currency: Currency, price: string): CatalogueDocument =>
  document.plan === null
    ? document
    : { ...document, plan: { ...document.plan, prices: { ...document.plan.prices, [currency]: price } } }

/**
 * Publishes a version in which one price is another, unless that has a fault; running subscriptions keep theirs.
 * `before` is the price until then, null for none. PRODUCT_NOT_FOUND for an unknown code; RangeError for anything but a whole number of the smallest unit from 0.
 */
export const changePrice = async (
  tx: Tx,
  code: string,
  priceCents: Cents,
  currency: Currency = defaultCurrency,
): Promise<Published & { readonly before: string | null }> => {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0)
    throw new RangeError(`not a price in cents: ${priceCents}`)
  await lockVersions(tx)
  const stored = await selectCatalogue(tx.db)
  const document = currentDocuments(stored).get(code)
  if (!document?.plan) throw new ShopError('PRODUCT_NOT_FOUND')
  const priced = withPrice(document, currency, wirePrice(priceCents, currency))
  const published = await publishDifferent(tx, stored, { kind: 'price', note: '' }, [priced])
  return { ...published, before: ownValue(document.plan.prices, currency) ?? null }
}
