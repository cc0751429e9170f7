import { importShipments, partToPack, shipmentsToPack } from '#order/server/orders.ts'
import { maxRows } from '#shipment/rules/shipment-row.ts'
import { readShipmentRows, readShipmentText, writeShipmentFile } from '#shipment/server/shipment-files.ts'
import type { FileRow, ShipmentFile } from '#shipment/server/shipment-files.ts'
import { recordAction } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { partnerOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { placeIn, readShipCursor, shipCursor } from './cursors.ts'
import type * as endpoints from '../endpoints.ts'

type Handlers = HandlersFor<typeof endpoints>

const refused = (field: 'csv' | 'shipments', problem: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: problem } })

const fileIn = ({ csv, shipments }: PayloadOf<typeof endpoints.importPartnerShipments>): ShipmentFile => {
  if ((csv === undefined) === (shipments === undefined))
    throw refused('shipments', 'Please send shipments as JSON, or CSV as text/csv.')
  return shipments === undefined
    ? readShipmentText(csv ?? '', 'csv')
    : { kind: 'rows', rows: readShipmentRows(shipments) }
}

const rowsIn = (payload: PayloadOf<typeof endpoints.importPartnerShipments>): readonly FileRow[] => {
  const field = payload.csv === undefined ? 'shipments' : 'csv'
  const file = fileIn(payload)
  if (file.kind === 'wrong') throw refused(field, file.problem)
  if (file.rows.length === 0) throw refused(field, 'Please send a shipment.')
  if (file.rows.length > maxRows) throw refused(field, `Please send at most ${maxRows} shipments at a time.`)
  return file.rows
}

const createExport =
  (deps: AppDeps): Handlers['exportPartnerShipments'] =>
  async (context, { until, format, limit, after }) => {
    const actor = partnerOf(context)
    const last =
      until === undefined ? dateIn(deps.clock.now(), brand.timeZone) : Temporal.PlainDate.from(until)
    // A file is read by people, and has everything.
    const { shipments, next } =
      format === 'csv'
        ? { shipments: await shipmentsToPack(deps.database, last), next: null }
        : await partToPack(deps.database, last, { limit, after: placeIn(after, readShipCursor) })
    // The addresses of many people leave the shop: an entry of the log, before they do.
    await inTransaction(deps, async (tx) =>
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'fulfillment.exported',
          subject: 'fulfillment',
          after: { shipments: shipments.length, [actor.credential]: actor.programId },
        },
      ),
    )
    return format === 'csv'
      ? { csv: writeShipmentFile(shipments, 'csv') }
      : { shipments, next: next && shipCursor(next) }
  }

const createImport =
  (deps: AppDeps): Handlers['importPartnerShipments'] =>
  async (context, payload) => {
    const actor = partnerOf(context)
    const { problems, ...counts } = await importShipments(deps, rowsIn(payload), {
      source: 'partner',
      alsoFor:
        ({ carrier, tracking }) =>
        (tx, order) =>
          recordAction(
            tx,
            { actor, requestId: context.requestId },
            {
              action: 'order.shipped',
              subject: `order:${order.number}`,
              accountId: order.accountId,
              after: { carrier, tracking, [actor.credential]: actor.programId },
            },
          ),
    })
    return {
      ...counts,
      refused: problems.length,
      problems: problems.map(({ number: row, problem }) => ({ row, problem })),
    }
  }

/** What is to be packed, and what a carrier has, as lists: JSON or CSV. */
export const createShipmentListHandlers = (
  deps: AppDeps,
): Pick<Handlers, 'exportPartnerShipments' | 'importPartnerShipments'> => ({
  exportPartnerShipments: createExport(deps),
  importPartnerShipments: createImport(deps),
})
