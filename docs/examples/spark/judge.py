"""Judges responses with Apache Spark: each partition is piped through `httpcache inspect --jsonl`.

usage: spark-submit judge.py LINES VERDICTS SUMMARIES
LINES is what textFile reads: a file, a directory, a pattern. VERDICTS and SUMMARIES are directories that do not exist yet;
SUMMARIES lies on a file system that every worker sees. `httpcache` has to be on the PATH of the workers.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

lines, verdicts, summaries = sys.argv[1:]
context = SparkSession.builder.appName("httpcache").getOrCreate().sparkContext
command = (
    "sh -c 'mkdir -p \"$0\" && exec httpcache inspect --jsonl - -q --summary \"$0/$(hostname)-$$.json\"' "
    + shlex.quote(summaries)
)
# Spark gives the command no environment of its own, and `httpcache` is found on PATH. An exit code of 2, for a line that
# can't be read, is no reason to judge the whole partition again: Spark does not look at it unless it is told to.
context.textFile(lines).pipe(command, {"PATH": os.environ["PATH"]}).saveAsTextFile(verdicts)
