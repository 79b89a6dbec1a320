"""Reads the generated register with Polars and computes its twelve conditions, each with its counts of yes and unknown.

Prints seconds by the clock and of processors, for reading and computing together.
"""

import sys
import time
from datetime import date

import polars as pl

path, on = sys.argv[1], date.fromisoformat(sys.argv[2])
clock, processors = time.perf_counter(), time.process_time()

df = pl.read_csv(path, separator=";")
day = lambda name: pl.col(name).str.to_date("%d/%m/%Y", strict=False)
yes = lambda name: pl.col(name) == "sim"
licence = day("validade cnh")
licence = pl.when(licence > date(1900, 1, 1)).then(licence)
conditions = {
    "ett": pl.col("cadastros ativos") >= 1,
    "cnh": pl.col("categoria cnh").is_in(["B", "C", "D", "E", "AB", "AC", "AD", "AE"]) & yes("ear"),
    "cnh_validade": licence >= on,
    "curso": yes("curso") & pl.col("emissor do curso").is_in(["cfc", "empresa credenciada", "aplicativo"]),
    "antecedentes": yes("certidão negativa") & (day("data da certidão").dt.offset_by("12mo") >= on),
    "inss": pl.col("inss").is_in(["contribuinte individual", "MEI"]),
    "residencia": day("reside desde").dt.offset_by("6mo") < on,
    "seguro": day("validade do seguro") >= on,
    "motorizado": yes("motorizado"),
    "idade": on.year - pl.col("ano fabricação") <= 10,
    "lugares": pl.col("lugares") <= 7,
    "crlv": day("validade crlv") >= on,
}
verdicts = df.select(**conditions)
counts = verdicts.select(pl.all().sum().name.suffix(": sim"), pl.all().null_count().name.suffix(": indeterminado"))

if counts.height != 1 or verdicts.width != 12:
    raise SystemExit("the twelve columns did not come out")
print(time.perf_counter() - clock, time.process_time() - processors)
