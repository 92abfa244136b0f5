import { ContainerModule } from 'inversify'
import { key, provide, provideAs } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import type { DatabaseConnection } from './database-connection.js'
import type { Engine } from './engine.js'
import { Generation } from './generation.js'
import { PostgresUnitOfWork, SqliteUnitOfWork, UnitOfWork } from './unit-of-work.js'

export const DATABASE = key<DatabaseConnection>('database')
export const READER = key<DatabaseConnection['reader']>('reader')
export const WRITER = key<DatabaseConnection['writer']>('writer')
export const ENGINE = key<Engine>('engine')

export const databaseModule = (database: DatabaseConnection): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(DATABASE).toConstantValue(database)
    bind(READER).toConstantValue(database.reader)
    bind(WRITER).toConstantValue(database.writer)
    bind(ENGINE).toConstantValue(database.engine)
    if (database.engine === 'postgres') provideAs(bind, UnitOfWork, PostgresUnitOfWork, [WRITER])
    else provideAs(bind, UnitOfWork, SqliteUnitOfWork, [WRITER, Timer])
    provide(bind, Generation, [READER])
  })
