import type { VNode } from 'preact'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { Amount } from '@paylink/core/dashboard/components/amount'
import { BarChart } from '@paylink/core/dashboard/components/chart'
import { StatusChip } from '@paylink/core/dashboard/components/chip'
import { CopyButton, CopyField, Secret } from '@paylink/core/dashboard/components/copy-button'
import { FormCard } from './gallery-form.js'
import { FilterBar, FilterSelect, SetFilters, Tabs } from '@paylink/core/dashboard/components/filter-bar'
import * as icons from '@paylink/core/dashboard/components/icons'
import { AttentionList, AttentionRow, EmptyState, Menu } from '@paylink/core/dashboard/components/menu'
import { Moment, type TimeFormat, timeFormatAt } from '@paylink/core/dashboard/components/moment'
import { PageHead } from '@paylink/core/dashboard/components/page-head'
import { QrCode } from '@paylink/core/dashboard/components/qr'
import { type StatusOf, STATUSES, type Thing } from '@paylink/core/dashboard/components/status'
import { Facts, Timeline } from '@paylink/core/dashboard/components/timeline'
import { ButtonLink } from '@paylink/core/web/button'
import { type Column, DataTable } from '@paylink/core/web/data-table'
import { CheckIcon, MailIcon } from '@paylink/core/web/icons'
import { Notice, type NoticeTone } from '@paylink/core/web/notice'
import { Pager } from '@paylink/core/web/pager'

export const NOW = new Date('2026-11-20T17:42:00Z')

interface Row {
  id: string
  title: string
  who: string
  status: StatusOf<'link'>
  centavos: number
  at: string
}

const ROWS: Row[] = [
  {
    id: 'plink_1',
    title: 'Servicio de café y pan para el cierre de año de Ruvalcaba, Ochoa y Asociados, 120 personas',
    who: 'Despacho Ruvalcaba, Ochoa y Asociados, S.C.',
    status: 'active',
    centavos: 2366400,
    at: '2026-11-20T17:36:00Z',
  },
  {
    id: 'plink_2',
    title: 'Caja de conchas para oficina × 4',
    who: 'Constructora Ibarra',
    status: 'paid',
    centavos: 86400,
    at: '2026-11-20T16:41:00Z',
  },
  {
    id: 'plink_3',
    title: 'Gelatina mosaico × 6',
    who: 'Iván Ocampo',
    status: 'disabled',
    centavos: 54000,
    at: '2025-11-18T16:41:00Z',
  },
]

const TONES: NoticeTone[] = ['good', 'waiting', 'attention', 'wrong']

const columnsOf = (locale: PageLocale, timeFormat: TimeFormat): Column<Row>[] => [
  { head: 'Enlace', place: 'title', cell: ({ title }) => title, about: ({ who }) => who },
  { head: 'Estado', place: 'status', cell: ({ status }) => <StatusChip of="link" status={status} locale={locale} /> },
  {
    head: 'Creado',
    place: 'time',
    cell: ({ at }) => <Moment at={at} timeFormat={timeFormat} />,
    about: () => 'Lupita',
  },
  {
    head: 'Monto',
    place: 'amount',
    cell: ({ centavos, status }) => (
      <Amount locale={locale} centavos={centavos} currency="MXN" isStrong={status !== 'disabled'} />
    ),
  },
  {
    head: 'Acción',
    hidesHead: true,
    place: 'wide',
    cell: ({ id }) => <CopyButton look="small" text={id} locale={locale} href="/gallery" />,
  },
]

/** Every part of the dashboard's pages, for people to look at and for tests to press. */
export function Gallery({ locale }: { locale: PageLocale }): VNode {
  const timeFormat = timeFormatAt(locale, 'America/Mexico_City', NOW)
  return (
    <>
      <PageHead
        title="Piezas"
        chip={<StatusChip of="link" status="active" locale={locale} isLarge />}
        back={{ href: '/gallery', label: 'Enlaces' }}
      >
        <ButtonLink href="/gallery" icon={icons.PencilIcon}>
          Editar
        </ButtonLink>
        <ButtonLink href="/gallery" kind="first" icon={icons.PlusIcon}>
          Crear enlace
        </ButtonLink>
        <Menu
          locale={locale}
          items={[
            { href: '/gallery?duplicate', label: 'Duplicar', icon: icons.CopyIcon },
            { href: '/gallery?mail', label: 'Mandar por correo', icon: MailIcon },
            { href: '/gallery/disable', label: 'Desactivar', icon: icons.CrossIcon, isDanger: true },
          ]}
        />
      </PageHead>
      <div class="columns">
        <div>
          <section class="card">
            <div class="row">
              <ButtonLink href="/gallery" kind="bare">
                Cancelar
              </ButtonLink>
              <ButtonLink href="/gallery" kind="danger">
                Desactivar enlace
              </ButtonLink>
              <a class="button ask" href="/gallery/disable" data-dialog="">
                Revocar
              </a>
              <ButtonLink href="/gallery" isSmall icon={icons.DownIcon}>
                Reenviar
              </ButtonLink>
              <CopyButton look="small" text="copied text" locale={locale} />
            </div>
          </section>
          <section class="card stack near">
            <h2>Estados</h2>
            {(Object.keys(STATUSES) as Thing[]).map((thing) => (
              <p class="row">
                {Object.keys(STATUSES[thing]).map((status) => (
                  <StatusChip of={thing} status={status as never} locale={locale} />
                ))}
              </p>
            ))}
          </section>
          <FormCard />
          <div>
            {TONES.map((tone) => (
              <Notice tone={tone}>
                <p>
                  <b>Tu enlace está listo.</b>
                </p>
                <p>Ya se puede pagar.</p>
              </Notice>
            ))}
          </div>
          <section class="card full">
            <Tabs
              label="Estado"
              tabs={[
                { label: 'Todos', href: '/gallery', isCurrent: true },
                { label: 'Activos', href: '/gallery?status=active', isCurrent: false },
              ]}
            />
            <FilterBar
              locale={locale}
              action="/gallery"
              search={{ name: 'q', label: 'Título, cliente o correo', value: 'conchas' }}
              status={{
                name: 'status',
                label: 'Estado',
                chosen: '',
                options: [
                  { value: '', label: 'Estado: todos' },
                  { value: 'paid', label: 'Pagados' },
                ],
              }}
            >
              <FilterSelect
                name="by"
                label="Creado por"
                chosen=""
                options={[{ value: '', label: 'Creado por: todos' }]}
              />
            </FilterBar>
            <SetFilters locale={locale} filters={[{ label: '“conchas”', href: '/gallery?q=' }]} clearHref="/gallery" />
            <DataTable
              caption="Enlaces"
              columns={columnsOf(locale, timeFormat)}
              rows={ROWS}
              href={({ id }) => `/gallery?link=${id}`}
            />
            <Pager locale={locale} newer={null} older="/gallery?older" range="20 nov – 17 nov" />
          </section>
          <section class="card">
            <div class="card-head">
              <h2>Dinero recibido</h2>
            </div>
            <BarChart
              locale={locale}
              currency="MXN"
              caption="Dinero recibido por día y proveedor"
              days={Array.from({ length: 30 }, (_, day) => `${day + 1} nov`)}
              series={['Stripe', 'Conekta', 'Registrado por ti'].map((name, index) => ({
                name,
                values: Array.from({ length: 30 }, (_, day) =>
                  day % (index + 2) === 0 ? ((day * 7919) % 13) * 40000 : 0,
                ),
              }))}
            />
          </section>
        </div>
        <div>
          <section class="card full">
            <div class="card-head">
              <h2>Necesita tu atención</h2>
            </div>
            <AttentionList>
              <AttentionRow
                tone="red"
                icon={icons.RefusedIcon}
                what="Conekta rechazó tu llave."
                then="Desde ayer a las 18:40 nadie puede pagarte en efectivo."
                action={{ href: '/gallery', label: 'Reconectar' }}
              />
            </AttentionList>
          </section>
          <section class="card">
            <h2>Historia</h2>
            <Timeline
              days={[
                {
                  label: 'Hoy',
                  entries: [
                    {
                      tone: 'green',
                      icon: CheckIcon,
                      text: (
                        <>
                          <b>Pago recibido</b> · Stripe, Visa terminada en 4242
                        </>
                      ),
                      detail: 'Confirmado por Stripe.',
                      time: '11:36',
                    },
                    { tone: 'grey', icon: icons.PlusIcon, text: <b>Lupita creó el enlace</b>, time: '09:12' },
                  ],
                },
              ]}
            />
          </section>
          <section class="card">
            <h2>Datos</h2>
            <Facts
              locale={locale}
              isSide
              facts={[
                { label: 'Cliente', value: 'Ana Sofía Villarreal' },
                { label: 'Id', value: 'plink_01m7z4ghn6e00b6b2731wns9v8', copy: 'plink_01m7z4ghn6e00b6b2731wns9v8' },
              ]}
            />
          </section>
          <section class="card stack near">
            <QrCode text="https://pagos.laesperanza.mx/p/xjtMedX2UeQEPjbR1t2k" label="QR" />
            <CopyField id="address" label="Dirección" text="https://pagos.laesperanza.mx/p/xjtMedX2UeQEPjbR1t2k" />
            <Secret text="whsec_UGF5TGluayBndWlkZTogYSBzZWNyZXQ" locale={locale} />
            <p>
              <Amount locale={locale} centavos={295400} currency="MXN" isStrong size="detail" />
            </p>
            <p>
              <Amount locale={locale} centavos={-124000} currency="MXN" size="home" />
            </p>
          </section>
          <section class="card">
            <EmptyState
              icon={icons.LinkIcon}
              title="Todavía no tienes enlaces."
              action={
                <ButtonLink href="/gallery" kind="outlined">
                  Crear enlace
                </ButtonLink>
              }
            >
              Un enlace pide un monto fijo.
            </EmptyState>
          </section>
        </div>
      </div>
    </>
  )
}
