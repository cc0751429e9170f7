import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { AmountList, AmountRow } from '#ui/amount-list.tsx'
import amounts from '#ui/amount-list.module.css'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { LocaleContext, rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { TableRegion } from '#ui/table-region.tsx'
import text from '#ui/text.module.css'
import type { Locale } from '#shared/locale.ts'
import type { Invoice } from '../endpoints.ts'
import { documentMessages } from '../messages/document-messages.ts'
import {
  amountText,
  columnLabels,
  factRows,
  kindLabel,
  languageOf,
  lineCells,
  narrowLineText,
  notes,
  paidRows,
  totalLabel,
  totalRows,
  wordsOf,
} from '../rules/document-text.ts'
import styles from './invoice-sheet.module.css'

/** The language of a document on a page in another one; undefined where they are the same. */
const foreignLanguage = (invoice: Invoice, page: Locale): string | undefined =>
  languageOf(invoice) === page ? undefined : languageOf(invoice)

/** The title of a document: `Invoice INV-2026-000042`. */
export const invoiceTitle = (invoice: Invoice): string => `${kindLabel(invoice)} ${invoice.number}`

/** The same as a heading; its number does not wrap. */
export const InvoiceHeading = ({ invoice }: { readonly invoice: Invoice }) => (
  <span lang={foreignLanguage(invoice, useLocale())}>
    {kindLabel(invoice)} <span className={styles.nowrap}>{invoice.number}</span>
  </span>
)

const Parties = ({ invoice }: { readonly invoice: Invoice }) => {
  const t = wordsOf(invoice)
  return (
    <div className={styles.parties}>
      <section aria-labelledby="seller">
        <h2 className={text.h4} id="seller">
          {t('soldBy')}
        </h2>
        {[invoice.seller.name, ...invoice.seller.lines, invoice.seller.email].map((line) => (
          <span key={line} className={text.block}>
            {line}
          </span>
        ))}
        {invoice.seller.tax_numbers.map(({ label, number }) => (
          <span key={label} className={text.block}>
            {label} {number}
          </span>
        ))}
      </section>
      <section aria-labelledby="buyer">
        <h2 className={text.h4} id="buyer">
          {t('soldTo')}
        </h2>
        <AddressLines address={invoice.buyer.address} />
        <span className={text.block}>{invoice.buyer.email}</span>
      </section>
    </div>
  )
}

/** The amount. */
const lastColumn = 5

/** The columns between the product and its amount are shown only if there is room for them. */
const columnClass = (at: number): string | undefined =>
  classNames(amounts.number, styles.number, at < lastColumn && styles.wide)

const LineRow = ({
  invoice,
  line,
}: {
  readonly invoice: Invoice
  readonly line: Invoice['lines'][number]
}) => (
  <tr>
    <th scope="row" className={amounts.product}>
      {line.name}
      <span className={classNames(styles.narrow, text.small, text.mute)}>
        {narrowLineText(line, invoice)}
      </span>
    </th>
    {lineCells(line, invoice).map((cell, column) => (
      <td key={columnLabels(invoice)[column + 1]} className={columnClass(column + 1)}>
        {cell}
      </td>
    ))}
  </tr>
)

const Lines = ({ invoice }: { readonly invoice: Invoice }) => (
  <TableRegion label={wordsOf(invoice)('whatWasSold')}>
    <table>
      <caption className={text.hidden}>{wordsOf(invoice)('whatWasSold')}</caption>
      <thead>
        <tr>
          {columnLabels(invoice).map((columnLabel, at) => (
            <th key={columnLabel} scope="col" className={at === 0 ? undefined : columnClass(at)}>
              {columnLabel}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, at) => (
          <LineRow key={`${at} ${line.name}`} invoice={invoice} line={line} />
        ))}
      </tbody>
    </table>
  </TableRegion>
)

const Totals = ({ invoice }: { readonly invoice: Invoice }) => (
  <AmountList className={styles.totals}>
    {totalRows(invoice).map(({ label, value }) => (
      <AmountRow key={label} label={label}>
        {value}
      </AmountRow>
    ))}
    <AmountRow label={totalLabel(invoice)} isTotal>
      {amountText(invoice.total, invoice)} <span className={text.small}>{invoice.currency}</span>
    </AmountRow>
    {paidRows(invoice).map(({ label, value }) => (
      <AmountRow key={label} label={label}>
        {value}
      </AmountRow>
    ))}
  </AmountList>
)

const CreditNotes = ({ invoice }: { readonly invoice: Invoice }) => {
  const t = wordsOf(invoice)
  return invoice.credit_notes.length === 0 ? null : (
    <section className={styles.notes} aria-labelledby="notes">
      <h2 className={text.h4} id="notes">
        {t('refundedSince')}
      </h2>
      <ul>
        {invoice.credit_notes.map(({ number, key, total }) => (
          <li key={number}>
            {rich(
              t.rich('creditNoteNumber', {
                number,
                amount: amountText(total, invoice),
                link: (inside) => <a href={`/invoice?key=${key}`}>{inside}</a>,
              }),
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface InvoiceSheetProps {
  readonly invoice: Invoice
  /** Where the same document is had as PDF. */
  readonly fileHref: string
}

/** One invoice or credit note, as it was issued and in the language of that time. Prints on one page. */
export const InvoiceSheet = ({ invoice, fileHref }: InvoiceSheetProps) => {
  const t = useMessages(documentMessages)
  return (
    <div className={styles.sheet} lang={foreignLanguage(invoice, useLocale())}>
      <LocaleContext value={languageOf(invoice)}>
        <Facts facts={factRows(invoice).map(({ label, value }) => ({ term: label, fact: value }))} />
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
        <Totals invoice={invoice} />
        {notes(invoice).map((note) => (
          <p key={note} className={classNames(text.small, text.mute)}>
            {note}
          </p>
        ))}
        <CreditNotes invoice={invoice} />
      </LocaleContext>
      <p className={styles.file}>
        <ButtonLink kind="secondary" size="small" href={fileHref}>
          {t('savePdf')}
        </ButtonLink>
      </p>
    </div>
  )
}
