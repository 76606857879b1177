# Reference numbers of tests/engine/psychometrics.test.ts, by R 4.2.2 and psych 2.2.9:
#   npx tsx tests/data/psychometrics/people.ts > people.csv && Rscript reference.R people.csv > reference.json
suppressMessages(library(psych))
d <- read.csv(commandArgs(trailingOnly = TRUE)[1])
s <- d[, paste0("s", 1:8)]
a <- psych::alpha(s, warnings = FALSE)
n <- nrow(s); k <- ncol(s)
# Feldt's interval (psych 2.2.9 prints it as a$feldt)
al <- a$total$raw_alpha
feldt <- c(1 - (1 - al) * qf(.975, n - 1, (n - 1) * (k - 1)), 1 - (1 - al) * qf(.025, n - 1, (n - 1) * (k - 1)))
f <- psych::fa(s, nfactors = 1, fm = "minres")
l <- as.numeric(f$loadings)
omega <- sum(l)^2 / (sum(l)^2 + sum(1 - l^2))
rest <- sapply(1:k, function(i) cor(s[, i], rowSums(s[, -i])))
ct <- cor.test(s[, 1], rowSums(s[, -1]))
sem <- sd(rowSums(s)) * sqrt(1 - al)
q <- d[, paste0("q", 1:10)]; score <- rowSums(q); g <- d$group
dif <- t(sapply(1:10, function(i) {
  y <- q[, i]
  m0 <- glm(y ~ 1, binomial); m1 <- glm(y ~ score, binomial)
  m2 <- glm(y ~ score + g, binomial); m3 <- glm(y ~ score * g, binomial)
  nk <- function(m) (1 - exp((2 / n) * (logLik(m0) - logLik(m)))) / (1 - exp((2 / n) * logLik(m0)))
  u <- anova(m1, m2, test = "LRT"); b <- anova(m1, m3, test = "LRT")
  c(u$Deviance[2], u[["Pr(>Chi)"]][2], b$Deviance[2], b[["Pr(>Chi)"]][2], nk(m3) - nk(m1),
    coef(m2)["g"], sqrt(diag(vcov(m2)))["g"])
}))
# Hubert and Arabie's test by its definition
R <- cor(d[, c("R", "I", "A", "S", "E", "C")])
dist <- function(i, j) min(abs(i - j), 6 - abs(i - j))
pairs <- t(combn(6, 2)); dd <- apply(pairs, 1, function(p) dist(p[1], p[2]))
stat <- function(o) { v <- apply(pairs, 1, function(p) R[o[p[1]], o[p[2]]]); w <- outer(dd, dd, "<"); sum(sign(outer(v, v, "-"))[w]) }
perms <- function(v) if (length(v) <= 1) list(v) else do.call(c, lapply(seq_along(v), function(i) lapply(perms(v[-i]), function(p) c(v[i], p))))
own <- stat(1:6); all <- sapply(perms(1:6), stat)
num <- function(x) paste0("[", paste(formatC(x, digits = 10, format = "g"), collapse = ", "), "]")
cat("{\n")
cat('  "mean": ', num(colMeans(s)), ',\n  "sd": ', num(apply(s, 2, sd)), ',\n', sep = "")
cat('  "rest": ', num(rest), ',\n  "psychRest": ', num(a$item.stats$r.drop), ',\n  "restInterval": ', num(ct$conf.int), ',\n', sep = "")
cat('  "alpha": ', num(c(al, feldt)), ',\n  "sem": ', num(sem), ',\n', sep = "")
cat('  "omega": ', num(omega), ',\n  "loadings": ', num(abs(l)), ',\n', sep = "")
cat('  "share": ', num(prop.test(37, 400, correct = FALSE)$conf.int), ',\n', sep = "")
cat('  "circle": ', num(c(own / 72, mean(all >= own))), ',\n', sep = "")
cat('  "dif": [\n    ', paste(apply(dif, 1, num), collapse = ",\n    "), '\n  ]\n}\n', sep = "")
