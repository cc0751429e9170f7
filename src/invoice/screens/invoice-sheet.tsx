import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { AmountList, AmountRow } from '#ui/amount-list.tsx'
import amounts from '#ui/amount-list.module.css'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TableRegion } from '#ui/table-region.tsx'
import text from '#ui/text.module.css'
import type { Invoice } from '../endpoints.ts'
import {
  amountText,
  columnLabels,
  factRows,
  kindLabels,
  lineCells,
  narrowLineText,
  notes,
  paidRows,
  totalLabels,
  totalRows,
} from '../rules/document-text.ts'
import styles from './invoice-sheet.module.css'

/** The title of a document: `Invoice INV-2026-000042`. */
export const invoiceTitle = ({ kind, number }: Invoice): string => `${kindLabels[kind]} ${number}`

/** The same as a heading; its number does not wrap. */
export const InvoiceHeading = ({ invoice: { kind, number } }: { readonly invoice: Invoice }) => (
  <>
    {kindLabels[kind]} <span className={styles.nowrap}>{number}</span>
  </>
)

const Parties = ({ invoice }: { readonly invoice: Invoice }) => (
  <div className={styles.parties}>
    <section aria-labelledby="seller">
      <h2 className={text.h4} id="seller">
        Sold by
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
        Sold to
      </h2>
      <AddressLines address={invoice.buyer.address} />
      <span className={text.block}>{invoice.buyer.email}</span>
    </section>
  </div>
)

/** The columns between the product and its amount are shown only if there is room for them. */
const columnClass = (at: number): string | undefined =>
  classNames(amounts.number, styles.number, at < columnLabels.length - 1 && styles.wide)

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
        {narrowLineText(line, invoice.currency)}
      </span>
    </th>
    {lineCells(line, invoice.currency).map((cell, column) => (
      <td key={columnLabels[column + 1]} className={columnClass(column + 1)}>
        {cell}
      </td>
    ))}
  </tr>
)

const Lines = ({ invoice }: { readonly invoice: Invoice }) => (
  <TableRegion label="What was sold">
    <table>
      <caption className={text.hidden}>What was sold</caption>
      <thead>
        <tr>
          {columnLabels.map((columnLabel, at) => (
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
    <AmountRow label={totalLabels[invoice.kind]} isTotal>
      {amountText(invoice.total, invoice.currency)} <span className={text.small}>{invoice.currency}</span>
    </AmountRow>
    {paidRows(invoice).map(({ label, value }) => (
      <AmountRow key={label} label={label}>
        {value}
      </AmountRow>
    ))}
  </AmountList>
)

const CreditNotes = ({ credit_notes: notes, currency }: Pick<Invoice, 'credit_notes' | 'currency'>) =>
  notes.length === 0 ? null : (
    <section className={styles.notes} aria-labelledby="notes">
      <h2 className={text.h4} id="notes">
        Refunded since
      </h2>
      <ul>
        {notes.map(({ number, key, total }) => (
          <li key={number}>
            <a href={`/invoice?key=${key}`}>Credit note {number}</a>, {amountText(total, currency)}
          </li>
        ))}
      </ul>
    </section>
  )

interface InvoiceSheetProps {
  readonly invoice: Invoice
  /** Where the same document is had as PDF. */
  readonly fileHref: string
}

/** One invoice or credit note, as it was issued. Prints on one page. */
export const InvoiceSheet = ({ invoice, fileHref }: InvoiceSheetProps) => (
  <div className={styles.sheet}>
    <Facts facts={factRows(invoice).map(({ label, value }) => ({ term: label, fact: value }))} />
    <Parties invoice={invoice} />
    <Lines invoice={invoice} />
    <Totals invoice={invoice} />
    {notes(invoice).map((note) => (
      <p key={note} className={classNames(text.small, text.mute)}>
        {note}
      </p>
    ))}
    <CreditNotes credit_notes={invoice.credit_notes} currency={invoice.currency} />
    <p className={styles.file}>
      <ButtonLink kind="secondary" size="small" href={fileHref}>
        Save as PDF
      </ButtonLink>
    </p>
  </div>
)
