export const componentsEsMX = {
  copy: 'Copiar',
  copied: 'Copiado',
  optional: 'opcional',
  filter: 'Filtrar',
  filters: 'Filtros',
  clearAll: 'Quitar todos',
  remove: (label: string) => `Quitar “${label}”`,
  more: 'Más',
  seeAll: 'Ver todos',
  seeTable: 'Ver en una tabla',
  day: 'Día',
  total: 'Total',
  now: 'hace un momento',
  minutesAgo: (minutes: number) => `hace ${minutes} min`,
  today: 'hoy',
  yesterday: 'ayer',
  tomorrow: 'mañana',
  periods: {
    any: 'Cualquier fecha',
    today: 'Hoy',
    week: 'Esta semana',
    month: 'Este mes',
    last_month: 'El mes pasado',
    '90_days': 'Últimos 90 días',
  },
}

export type ComponentWords = typeof componentsEsMX
