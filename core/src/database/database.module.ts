import { ContainerModule } from 'inversify'
import { key, provide, provideAs, provideValue } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import type { DatabaseConnection } from './database-connection.js'
import type { Engine, Reader, Writer } from './engine.js'
import { Generation } from './generation.js'
import { PooledUnitOfWork, PostgresUnitOfWork, SqliteUnitOfWork, UnitOfWork } from './unit-of-work.js'

export const DATABASE = key<DatabaseConnection>('database')
export const READER = key<Reader>('reader')
export const WRITER = key<Writer>('writer')
export const ENGINE = key<Engine>('engine')

export const databaseModule = (database: DatabaseConnection): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, DATABASE, database)
    provideValue(bind, READER, database.reader)
    provideValue(bind, WRITER, database.writer)
    provideValue(bind, ENGINE, database.engine)
    if (database.engine === 'sqlite') provideAs(bind, UnitOfWork, SqliteUnitOfWork, [WRITER, Timer])
    else provideAs(bind, UnitOfWork, database.isPooled ? PooledUnitOfWork : PostgresUnitOfWork, [WRITER])
    provide(bind, Generation, [READER])
  })
